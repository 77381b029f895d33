/** Visits pending deletion and paused jobs. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { defaultPreferences, getPreferences } from "#contract/people/preferences.ts";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { confirmDestroyingJob, getPausedJobs, type PausedJobAnswer } from "#contract/privacy/paused-jobs.ts";
import {
  getTrash,
  hardDelete,
  restoreVisits,
  softDelete,
  type TrashRow,
} from "#contract/privacy/privacy-trash.ts";
import type { Role } from "#contract/roles.ts";
import {
  button,
  consoleNetwork,
  hasError,
  openConsole,
  person,
  textbox,
  toast,
} from "#tests/support/component/console.tsx";
import { drawerIsGone, isGone, openVisit } from "#tests/support/component/drawer.tsx";
import { type Network, refused } from "#tests/support/component/network.ts";
import { answerVisits, pageOf } from "#tests/support/component/visits.ts";

let ids = 700;

function trashed(more: Partial<TrashRow> = {}): TrashRow {
  const id = ++ids;
  return {
    id,
    reserveNo: `251122-${String(id).padStart(5, "0")}`,
    name: "차*윤",
    company: "나래상사",
    followersCnt: 0,
    leaderId: null,
    startDate: "2025-10-18 10:00",
    endDate: "2025-10-18 12:00",
    statusCode: "ended",
    status: { code: "ended", name: "종료" },
    state: "due",
    hiddenAt: null,
    destroyOn: "2026-11-21",
    erasedOn: "2026-11-26",
    daysLeft: 4,
    overdue: false,
    blocked: null,
    ...more,
  };
}

function answerRows(role: Role, ...rows: TrashRow[]): Network {
  const network = consoleNetwork(person(role));
  let now = rows;
  const update = (chosen: readonly number[], change: Partial<TrashRow>) => {
    now = now.map((row) => (chosen.includes(row.id) ? { ...row, ...change } : row));
    return { count: chosen.length };
  };
  network.answer(getTrash, () => pageOf(now));
  network.answer(getPausedJobs, []);
  network.answer(getSavedViews, []);
  network.answer(softDelete, ({ body }) => update(body.ids, { state: "soft", hiddenAt: "2026-11-22 10:00" }));
  network.answer(restoreVisits, ({ body }) => update(body.ids, { state: "due", hiddenAt: null }));
  network.answer(hardDelete, ({ body }) => {
    now = now.filter(({ id }) => !body.ids.includes(id));
    return { count: body.ids.length };
  });
  return network;
}

const row = async ({ reserveNo }: TrashRow) =>
  within(await screen.findByRole("row", { name: new RegExp(reserveNo) }));
const box = ({ reserveNo }: TrashRow) => screen.findByRole("checkbox", { name: `${reserveNo} 선택` });

test("a visit is hidden and restored", async () => {
  const one = trashed();
  const network = answerRows("privacy", one);
  const user = openConsole("/dash/trash");
  await user.click(await box(one));
  await user.click(await button("숨기기 1"));
  await screen.findByText("방문 1건(1명)을 숨겼습니다.");
  await (await row(one)).findByText(/숨김/);
  expect(network.asked(softDelete).map(({ body }) => body.ids)).toEqual([[one.id]]);
  await user.click(await box(one));
  await user.click(await button("복원 1"));
  await screen.findByText("방문 1건을 복원했습니다.");
  expect((await row(one)).queryByText(/숨김/)).toBeNull();
  expect(network.asked(restoreVisits).map(({ body }) => body.ids)).toEqual([[one.id]]);
});

test("a visit is hidden, restored and destroyed in its row", async () => {
  const one = trashed();
  const network = answerRows("privacy", one);
  const user = openConsole("/dash/trash");
  const menu = async () => within(await screen.findByRole("dialog", { name: /다음 작업$/ }));
  const next = async (name: string) => {
    await user.click((await row(one)).getByRole("button", { name: /다음 작업$/ }));
    await user.click(await (await menu()).findByRole("button", { name }));
  };
  await next("숨기기");
  await toast("success", "방문 1건(1명)을 숨겼습니다.");
  await (await row(one)).findByText(/숨김/);
  await next("복원");
  await toast("success", "방문 1건을 복원했습니다.");
  await next("파기");
  await user.click(await textbox("확인을 위해 파기할 인원수를 입력해 주십시오 (1)"));
  await user.paste("1");
  await user.click((await menu()).getByRole("button", { name: "1명 파기" }));
  await screen.findByText("파기 대기 중인 방문이 없습니다.");
  expect(network.asked(hardDelete).map(({ body }) => body.ids)).toEqual([[one.id]]);
});

test("visits that cannot be destroyed show the reason and stay selected", async () => {
  const open = trashed({ blocked: "open", name: "안**이" });
  const holder = trashed({ blocked: "passOut" });
  const good = trashed();
  const network = answerRows("privacy", open, holder, good);
  const user = openConsole("/dash/trash");
  (await row(open)).getByText("파기할 수 없음: 아직 끝나지 않은 방문");
  (await row(holder)).getByText("파기할 수 없음: 출입증 미반납");
  await user.click(screen.getByRole("checkbox", { name: /현재 페이지 전체/ }));
  await user.click(await button("파기 1"));
  await user.click(await textbox("확인을 위해 파기할 인원수를 입력해 주십시오 (1)"));
  await user.paste("1");
  await user.click(await button("1명 파기"));
  await screen.findByText("방문 1건(1명)을 파기했습니다.");
  const left = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(left).toContain(`${open.reserveNo} 안**이 · 파기할 수 없음: 아직 끝나지 않은 방문`);
  expect(left.some((text) => text?.startsWith(holder.reserveNo))).toBe(true);
  await screen.findByText("2건 선택");
  expect(network.asked(hardDelete).map(({ body }) => body.ids)).toEqual([[good.id]]);
});

test("a rejected destruction destroys nothing and shows the server's sentence", async () => {
  const [one, other] = [trashed(), trashed()];
  const network = answerRows("privacy", one, other);
  const user = openConsole("/dash/trash");
  await box(one);
  await user.click(screen.getByRole("checkbox", { name: /현재 페이지 전체/ }));
  await user.click(await button("파기 2"));
  network.answer(hardDelete, refused(405, "출입증을 반납하지 않은 방문이 있습니다."));
  network.answer(getTrash, pageOf([one, { ...other, blocked: "passOut" as const }]));
  await user.click(await textbox("확인을 위해 파기할 인원수를 입력해 주십시오 (2)"));
  await user.paste("2");
  await user.click(await button("2명 파기"));
  await screen.findByText(/파기한 방문이 없습니다\./);
  await (await row(other)).findByText("파기할 수 없음: 출입증 미반납");
  await toast("warning", "출입증을 반납하지 않은 방문이 있습니다.");
});

test("an open visit cannot be hidden in its drawer", async () => {
  const { shown } = await openVisit({ statusCode: "approved" }, "privacy");
  await shown.findByRole("link", { name: "이 방문의 조회 기록" });
  expect(screen.queryByRole("button", { name: "숨기기" })).toBeNull();
});

test("a visit hidden in its drawer leaves the list", async () => {
  const { network, visit, user, shown } = await openVisit({ statusCode: "ended" }, "privacy");
  network.answer(softDelete, () => {
    answerVisits(network);
    return { count: 1 };
  });
  await user.click(await shown.findByRole("button", { name: "숨기기" }));
  await toast("success", "차도윤 님의 방문을 숨겼습니다. 파기 대기에서 복원할 수 있습니다.");
  await drawerIsGone();
  await isGone(() => screen.queryByRole("row", { name: /차도윤/ }));
  expect(network.asked(softDelete).map(({ body }) => body.ids)).toEqual([[visit.id]]);
});

const paused: PausedJobAnswer = {
  job: "destroyDue",
  amount: 393,
  total: 403,
  through: "2029-01-25",
  foundAt: "2026-11-22 09:00",
  confirmedAt: null,
};
const line = "자동 파기: 전체 방문 403건 중 393건 (파기 기준일 2029-01-25)";

test("a job paused because of an unusual amount continues when the privacy officer types the number", async () => {
  const network = answerRows("privacy");
  network.answer(getPausedJobs, [paused]);
  network.answer(confirmDestroyingJob, () => {
    const confirmed = { ...paused, confirmedAt: "2026-11-22 10:00" };
    network.answer(getPausedJobs, [confirmed]);
    return confirmed;
  });
  const user = openConsole("/dash/trash");
  await screen.findByText(line);
  const field = await textbox("확인하려면 건수 393 입력");
  await user.click(field);
  await user.paste("403");
  await user.click(await button("393건 삭제 확인"));
  await hasError(field, "건수가 다릅니다. 393건인지 다시 확인해 주십시오.");
  expect(network.asked(confirmDestroyingJob)).toEqual([]);
  await user.clear(field);
  await user.paste("393");
  await user.click(await button("393건 삭제 확인"));
  await toast("success", "확인했습니다. 한 시간 안에 실행합니다.");
  await screen.findByText(/에 확인했습니다\. 한 시간 안에 실행합니다\.$/);
  expect(network.asked(confirmDestroyingJob).map(({ body }) => body)).toEqual([
    { job: "destroyDue", amount: 393 },
  ]);
});

test("the administrator can read but not destroy", async () => {
  const network = answerRows("admin", trashed());
  network.answer(getPausedJobs, [paused]);
  openConsole("/dash/trash");
  await screen.findByText(line);
  screen.getByText("개인정보 담당자가 확인할 수 있습니다.");
  await screen.findByText("차*윤");
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: /다음 작업$/ })).toBeNull();
});

test("one day is singular in English", async () => {
  const network = answerRows("privacy", trashed({ daysLeft: 1 }), trashed({ daysLeft: 2 }));
  network.answer(getPreferences, { ...defaultPreferences, language: "en" });
  openConsole("/dash/trash");
  await screen.findByText("1 day left");
  await screen.findByText("2 days left");
});
