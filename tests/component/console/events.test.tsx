/** Events and blocked content. */
import { screen, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import {
  type EventAnswer,
  exportEvents,
  getEventCheck,
  listBlockedContent,
  listEvents,
} from "#contract/privacy/events.ts";
import { button, consoleNetwork, hasError, openConsole, person } from "#tests/support/component/console.tsx";
import { invalid } from "#tests/support/component/network.ts";

const change: EventAnswer = {
  id: 7,
  at: "2026-11-22 10:00",
  kind: "change",
  address: "10.0.0.7",
  call: "PUT /dash/config",
  hostUser: { id: 3, name: "김관리", role: "admin" },
  apiKey: null,
  onBehalfOf: null,
  subject: "companies",
  subjectId: 5,
  detail: "가온정밀",
  before: { name: "가온" },
  after: { name: "가온정밀" },
};

function network() {
  const made = consoleNetwork(person("privacy"));
  made.answer(listEvents, { rows: [change], total: 1, totalCapped: false });
  made.answer(getEventCheck, { at: "2026-11-22 09:27", days: 12, broken: [] });
  made.answer(listBlockedContent, []);
  return made;
}

test("an event shows old and new values, and links to its record and user", async () => {
  const made = network();
  const user = openConsole("/dash/access-log?view=events");
  await screen.findByText(/12일 치 기록의 무결성을 검사했으며/);
  await user.click(await screen.findByRole("button", { name: /10:00/ }));
  await screen.findByRole("cell", { name: "가온" });
  await user.click(await button("회사 5의 이벤트만"));
  await vi.waitFor(() =>
    expect(made.asked(listEvents).at(-1)?.query).toMatchObject({ subject: "companies", subjectId: 5 }),
  );
  await user.click(await screen.findByRole("button", { name: /10:00/ }));
  await user.click(await button("김관리 님의 이벤트만"));
  await vi.waitFor(() => {
    const query = made.asked(listEvents).at(-1)?.query;
    expect(query).toMatchObject({ hostUser: 3 });
    expect(query?.subject).toBeUndefined();
  });
});

test("a changed day of the log is shown above the list, and an export needs a reason", async () => {
  const made = network();
  made.answer(getEventCheck, { at: "2026-11-22 09:27", days: 12, broken: ["2026-11-20"] });
  made.answer(exportEvents, ({ body }) =>
    body.reason === "" ? invalid({ reason: "required" }) : { csv: "id", rows: 1 },
  );
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} }));
  const user = openConsole("/dash/access-log?view=events");
  expect((await screen.findByRole("alert")).textContent).toContain("2026-11-20");
  await user.click(await button("CSV로 내보내기"));
  const reason = await screen.findByRole("textbox", { name: "내보내는 사유" });
  await user.click(await button("내보내기"));
  await hasError(reason, "필수 입력 항목입니다");
  await user.type(reason, "분기 점검");
  await user.click(await button("내보내기"));
  await vi.waitFor(() => expect(made.asked(exportEvents).at(-1)?.body.reason).toBe("분기 점검"));
  await vi.waitFor(() => expect(screen.queryByRole("textbox", { name: "내보내는 사유" })).toBeNull());
});

test("content blocked by browsers is shown with page, count and last time", async () => {
  const made = network();
  made.answer(listBlockedContent, [
    {
      ...{ directive: "script-src", blocked: "https://elsewhere.example", page: "/form", count: 1200 },
      ...{ firstAt: "2026-11-20 10:00", lastAt: "2026-11-22 11:30" },
    },
  ]);
  openConsole("/dash/access-log?view=events");
  const shown = within(await screen.findByRole("region", { name: "브라우저가 차단한 콘텐츠" }));
  expect(shown.getAllByRole("columnheader").map((each) => each.textContent)).toEqual([
    "정책",
    "차단된 출처",
    "페이지",
    "횟수",
    "마지막 보고",
  ]);
  expect(shown.getAllByRole("cell").map((each) => each.textContent)).toEqual([
    "script-src",
    "https://elsewhere.example",
    "/form",
    "1,200",
    "2026-11-22 11:30",
  ]);
});

test("the section is hidden without blocked content", async () => {
  const made = network();
  openConsole("/dash/access-log?view=events");
  await screen.findByText(/12일 치 기록의 무결성을 검사했으며/);
  await vi.waitFor(() => expect(made.asked(listBlockedContent)).toHaveLength(1));
  expect(screen.queryByText("브라우저가 차단한 콘텐츠")).toBeNull();
});
