/** Lists of the desk and their views. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { addDays, fromInstant } from "#contract/dates.ts";
import { addSavedView, getSavedViews, type SavedView, shareSavedView } from "#contract/people/saved-views.ts";
import { getNotReturned, searchVisits } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  emptyPage,
  heading,
  openConsole,
  person,
  reopenConsole,
  textbox,
  toast,
} from "#tests/support/component/console.tsx";
import { hasValue, param } from "#tests/support/component/drawer.tsx";
import { refused } from "#tests/support/component/network.ts";
import { answerBoard, answerVisits, pageOf, visitAnswer } from "#tests/support/component/visits.ts";

const today = () => fromInstant(new Date(), "Asia/Seoul").slice(0, 10);

test.each([
  ["방문 예정", "오늘 남은 방문 예정이 없습니다."],
  ["현재 체류", "체류 중인 방문객이 없습니다."],
  ["시간 초과", "시간을 초과한 방문객이 없습니다."],
  ["출입증 미반납", "미반납 출입증이 없습니다."],
  ["퇴장 완료", "오늘 퇴장한 방문객이 없습니다."],
])("the list %s of an empty day shows a text", async (list, sentence) => {
  const network = consoleNetwork(person("desk"));
  answerBoard(network);
  network.answer(getNotReturned, emptyPage);
  const user = openConsole("/dash/today");
  await heading("현황판");
  await user.click(await screen.findByRole("button", { name: new RegExp(`^${list}`) }));
  await screen.findByText(sentence);
});

test("a named period fills in its dates in the site's time zone", async () => {
  const network = consoleNetwork(person("desk"));
  const rows = ["가나다", "나다라"].map((name) => visitAnswer({ name }));
  answerVisits(network, ...rows);
  network.answer(searchVisits, ({ query }) => pageOf(query.from ? rows.slice(0, 1) : rows));
  const user = openConsole("/dash/visits?sort=name");
  await screen.findByRole("button", { name: "나다라" });
  await user.click(await screen.findByRole("combobox", { name: "기간" }));
  await user.click(await screen.findByRole("option", { name: "오늘" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "나다라" })).toBeNull());
  expect([param("from"), param("to")]).toEqual([today(), today()]);
  const request = network.asked(searchVisits).at(-1);
  expect(request?.query).toMatchObject({ sort: "name", from: today(), to: today() });
  expect((await screen.findByLabelText<HTMLInputElement>("시작일")).value).toBe(today());

  const again = reopenConsole(`/dash/visits${location.search}`);
  const period = await screen.findByRole<HTMLInputElement>("combobox", { name: "기간" });
  expect(period.value).toBe("오늘");
  const last = await screen.findByLabelText("종료일");
  await again.clear(last);
  await again.type(last, addDays(today(), 3));
  await hasValue(period, "");
  expect(param("to")).toBe(addDays(today(), 3));
});

const shared: SavedView = {
  id: 5,
  name: "승인만",
  state: { filters: { status: "approved" }, sort: "name", hidden: ["company"] },
  shared: true,
  editable: true,
  isDefault: false,
};

test.each([
  ["at once", false],
  ["after sharing failed at first", true],
])("an administrator saves the list as a view, and shares it %s", async (_, failsAtFirst) => {
  const network = consoleNetwork(person("admin"));
  answerVisits(network, visitAnswer({ name: "가나다" }));
  network.answer(getSavedViews, []);
  network.answer(addSavedView, () => {
    network.answer(getSavedViews, [{ ...shared, shared: false }]);
    return { ...shared, shared: false };
  });
  const share = () => {
    network.answer(getSavedViews, [shared]);
    return undefined;
  };
  network.answer(shareSavedView, failsAtFirst ? refused(503, "점검 중입니다.") : share);
  const admin = openConsole("/dash/visits?status=approved&sort=name");
  await admin.click(await button("보기"));
  await admin.click(await screen.findByRole("menuitem", { name: "현재 조건 저장·관리" }));
  const name = await textbox("새 보기 이름");
  await admin.type(name, "승인만");
  await admin.click(await screen.findByRole("checkbox", { name: "모든 직원과 공유" }));
  await admin.click(await button("저장"));
  await hasValue(name, "");
  if (failsAtFirst) {
    await toast("warning", "점검 중입니다.");
    network.answer(shareSavedView, share);
    const stored = within(await screen.findByRole("region", { name: "승인만" }));
    await admin.click(stored.getByRole("checkbox", { name: "모든 직원과 공유" }));
  }
  await textbox("공용 보기 이름");
  expect(network.asked(addSavedView).at(0)?.body).toEqual({
    list: "visits",
    name: "승인만",
    state: { filters: { status: "approved" }, sort: "name", hidden: [] },
  });
  expect(network.asked(shareSavedView).at(-1)).toMatchObject({ params: { id: 5 }, body: { shared: true } });
});

test("the desk uses a shared view with filter, order and columns, and cannot change it", async () => {
  const network = consoleNetwork(person("desk"));
  answerVisits(network, visitAnswer({ name: "가나다" }));
  network.answer(getSavedViews, [{ ...shared, editable: false }]);
  const desk = openConsole("/dash/visits");
  await screen.findByRole("columnheader", { name: "소속" });
  await desk.click(await button("보기"));
  await screen.findByText("공용 보기");
  await desk.click(await screen.findByRole("menuitem", { name: "승인만" }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: "소속" })).toBeNull());
  expect([param("status"), param("sort")]).toEqual(["approved", "name"]);
  await desk.click(await button("보기: 승인만"));
  await desk.click(await screen.findByRole("menuitem", { name: "현재 조건 저장·관리" }));
  const approvedOnly = within(await screen.findByRole("region", { name: "승인만" }));
  expect(approvedOnly.getAllByRole("checkbox")).toHaveLength(1);
  expect(approvedOnly.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("checkbox", { name: "모든 직원과 공유" })).toBeNull();
});
