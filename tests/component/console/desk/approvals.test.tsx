/** Approvals: cards for a host, a table for the desk. */
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import {
  approveVisit,
  cancelVisit,
  editVisit,
  rejectVisit,
  undoVisit,
} from "#contract/visits/visit-actions.ts";
import {
  getOwnRequests,
  getOwnVisited,
  getUndecidedVisits,
  getVisit,
  type VisitAnswer,
} from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  hasError,
  hasFocus,
  openConsole,
  person,
  textbox,
  toast,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { drawer, drawerIsGone, hasValue, isGone, param } from "#tests/support/component/drawer.tsx";
import { invalid, type Network, refused } from "#tests/support/component/network.ts";
import {
  afterAction,
  answerChoices,
  answerVisits,
  pageOf,
  visitAnswer,
} from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

const card = async (name: string) => within(await screen.findByRole("article", { name }));
const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));
const isNoCard = (name: string) => isGone(() => screen.queryByRole("article", { name }));
const isNoRow = (name: string) => isGone(() => screen.queryByRole("row", { name: new RegExp(name) }));

function answerApprovals(network: Network, ...rows: VisitAnswer[]): void {
  answerVisits(network, ...rows);
  const withStatus = (...codes: string[]) =>
    pageOf(rows.filter(({ statusCode }) => codes.includes(statusCode)));
  network.answer(getOwnRequests, ({ query }) => withStatus(...(query.status ?? ["applied", "approved"])));
  network.answer(getOwnVisited, withStatus("entered", "exited", "ended"));
  network.answer(getUndecidedVisits, pageOf(rows.filter(isUndecided)));
}

const isUndecided = ({ statusCode, hostUser }: VisitAnswer) =>
  statusCode === "applied" || (statusCode === "approved" && hostUser.resigned);

function asRole(role: Role, ...rows: VisitAnswer[]): Network {
  const network = consoleNetwork(person(role));
  answerApprovals(network, ...rows);
  return network;
}

function answerDecision(
  network: Network,
  call: typeof approveVisit | typeof rejectVisit | typeof undoVisit | typeof cancelVisit,
  after: VisitAnswer,
  ...others: VisitAnswer[]
): void {
  network.answer(call, () => {
    answerApprovals(network, after, ...others);
    return after;
  });
}

test("a host sees their own requests only, whatever the address says", async () => {
  const network = asRole("host", visitAnswer({ name: "차도윤" }));
  openConsole("/dash/approvals?list=waiting");
  await card("차도윤");
  expect(screen.getAllByRole("article")).toHaveLength(1);
  expect(screen.getAllByRole("radio")).toHaveLength(3);
  expect(network.asked(getUndecidedVisits)).toEqual([]);
  expect(network.asked(getOwnRequests).map(({ query }) => query.status)).toContainEqual(["applied"]);
});

test("a host moves an approved visit from the list, approves it again, and invites a visitor", async () => {
  const own = person("host");
  const { hostUser } = visitAnswer();
  const visit = visitAnswer({
    name: "차도윤",
    hostUser: { ...hostUser, id: own.id },
    statusCode: "approved",
    actions: ["undo", "edit"],
    startDate: "2030-01-10 10:00",
    endDate: "2030-01-10 12:00",
  });
  const network = consoleNetwork(own);
  answerApprovals(network, visit);
  answerChoices(network);
  const moved = { ...afterAction(visit, "applied", { actions: ["approve", "edit"] }), note: "3층 회의실" };
  network.answer(editVisit, () => {
    answerApprovals(network, moved);
    return moved;
  });
  answerDecision(network, approveVisit, afterAction(moved, "approved", { actions: ["undo", "edit"] }));
  const user = openConsole("/dash/approvals?list=upcoming");
  await user.click((await card("차도윤")).getByRole("button", { name: "수정" }));
  const shown = await drawer();
  await shown.findByRole("heading", { name: "차도윤 님의 방문 수정" });
  await hasFocus(shown.getByRole("textbox", { name: "이름" }));
  expect(shown.queryByRole("textbox", { name: "휴대전화" })).toBeNull();
  await user.click(shown.getByRole("textbox", { name: "메모" }));
  await user.paste("3층 회의실");
  const end = shown.getByRole("combobox", { name: "종료일시 시각" });
  await user.clear(end);
  await user.paste("13:00");
  await user.tab();
  await shown.findByText(/저장한 뒤 다시 승인해 주십시오\./);
  expect(shown.queryByRole("switch", { name: "승인 유지" })).toBeNull();
  await user.click(shown.getByRole("button", { name: "저장" }));
  await toast("success", "차도윤 님의 방문을 수정했습니다.");
  await user.click(await shown.findByRole("button", { name: "승인" }));
  await shown.findByRole("button", { name: "되돌리기" });
  expect(network.asked(editVisit).map(({ body }) => body)).toMatchObject([
    { note: "3층 회의실", endDate: "2030-01-10 13:00" },
  ]);
  await user.keyboard("{Escape}");
  await drawerIsGone();
  await user.click(screen.getByRole("link", { name: "방문객 초대" }));
  await waitForPath("/dash/reserve");
});

test("a double click decides once and undoes once", async () => {
  const visit = visitAnswer({ name: "차도윤" });
  const network = asRole("host", visit);
  const approved = afterAction(visit, "approved", { actions: ["undo"] });
  answerDecision(network, approveVisit, approved);
  answerDecision(network, undoVisit, visit);
  openConsole("/dash/approvals");
  const doubleClick = async (name: string) => {
    const pressed = await button(name);
    for (let n = 0; n < 2; n++) fireEvent.click(pressed);
  };
  await doubleClick("승인");
  await toast("success", "차도윤 님의 방문을 승인했습니다.");
  await doubleClick("되돌리기");
  await (await card("차도윤")).findByRole("button", { name: "승인" });
  for (const endpoint of [approveVisit, undoVisit]) expect(network.asked(endpoint)).toHaveLength(1);
});

test("an address beyond the last page leads to it", async () => {
  const visit = visitAnswer({ name: "차도윤" });
  const network = asRole("host", visit);
  network.answer(getOwnRequests, ({ query: { page } }) => ({
    ...pageOf([visit]),
    rows: page > 1 ? [] : [visit],
  }));
  openConsole("/dash/approvals?page=600&sort=zzz");
  await card("차도윤");
  expect(location.search).toBe("");
});

test("a rejection needs a reason, and an empty one has an error at its field", async () => {
  const visit = visitAnswer({ name: "차도윤" });
  const network = asRole("host", visit);
  answerDecision(network, rejectVisit, afterAction(visit, "rejected"));
  const user = openConsole("/dash/approvals");
  const shown = await card("차도윤");
  await user.click(shown.getByRole("button", { name: "반려" }));
  const reason = await shown.findByRole("textbox", { name: /^반려 사유/ });
  await hasFocus(reason);
  const isShown = shown.getByRole("checkbox", { name: "방문객에게 사유 알리기" });
  await user.dblClick(isShown);
  await hasFocus(isShown);
  await user.click(shown.getByRole("button", { name: "반려" }));
  await hasError(reason, "필수 입력 항목입니다");
  expect(network.asked(rejectVisit)).toEqual([]);
  await user.click(reason);
  await user.paste("그날은 출장입니다.");
  await user.click(shown.getByRole("button", { name: "반려" }));
  await toast("success", "차도윤 님의 방문을 반려했습니다.");
  await isNoCard("차도윤");
  expect(network.asked(rejectVisit)).toMatchObject([
    { params: { id: visit.id }, body: { reason: "그날은 출장입니다.", showReason: false } },
  ]);
});

test("a user writing a reason is notified that a colleague decided first, the colleague is not", async () => {
  const [visit, other] = [visitAnswer({ name: "차도윤" }), visitAnswer({ name: "남보라" })];
  const network = asRole("host", visit, other);
  answerDecision(network, rejectVisit, afterAction(visit, "rejected"), other);
  const user = openConsole("/dash/approvals");
  await user.click((await card("차도윤")).getByRole("button", { name: "반려" }));
  await user.paste("일정이 바뀌었습니다");
  await user.click((await card("차도윤")).getByRole("button", { name: "반려" }));
  await isNoCard("차도윤");
  await user.click((await card("남보라")).getByRole("button", { name: "반려" }));
  await user.paste("일정이 바뀌었습니다");
  answerApprovals(network, afterAction(other, "approved"));
  // like a live event
  await queryClient.invalidateQueries({ queryKey: ["visits"] });
  await isNoCard("남보라");
  await toast("warning", "남보라 님의 방문은 다른 사람이 먼저 처리했습니다.");
  expect(screen.queryByText(/차도윤 님의 방문은 다른 사람이/)).toBeNull();
});

test("a typed reason stays when its request moves to another page", async () => {
  const [visit, other] = [visitAnswer({ name: "차도윤" }), visitAnswer({ name: "남보라" })];
  const network = asRole("host", visit);
  const user = openConsole("/dash/approvals");
  await user.click((await card("차도윤")).getByRole("button", { name: "반려" }));
  await user.paste("일정이 바뀌었습니다");
  answerApprovals(network, other);
  network.answer(getVisit, visit);
  await queryClient.invalidateQueries({ queryKey: ["visits"] });
  await isNoCard("차도윤");
  await waitFor(() => expect(network.asked(getVisit)).toHaveLength(1));
  answerApprovals(network, visit);
  await queryClient.invalidateQueries({ queryKey: ["visits"] });
  const again = await card("차도윤");
  await hasValue(again.getByRole("textbox"), "일정이 바뀌었습니다");
  expect(screen.queryByText(/다른 사람이 먼저/)).toBeNull();
});

test("a rejection is undone in the visit", async () => {
  const visit = visitAnswer({ name: "차도윤" });
  const network = asRole("host", visit);
  answerDecision(network, rejectVisit, afterAction(visit, "rejected", { actions: ["undo"] }));
  answerDecision(network, undoVisit, visit);
  const user = openConsole(`/dash/approvals?visit=${visit.id}`);
  const shown = await drawer();
  await user.click(await shown.findByRole("button", { name: "반려" }));
  await user.paste("그날은 출장입니다.");
  await user.click(shown.getByRole("button", { name: "반려" }));
  await user.click(await shown.findByRole("button", { name: "되돌리기" }));
  await shown.findByRole("button", { name: "승인" });
  expect(network.asked(undoVisit)).toHaveLength(1);
});

test("past visitors have a separate list", async () => {
  asRole("host", visitAnswer({ name: "차도윤" }), visitAnswer({ name: "다녀간이", statusCode: "exited" }));
  const user = openConsole("/dash/approvals");
  await card("차도윤");
  await user.click(screen.getByRole("radio", { name: "지난 방문" }));
  await card("다녀간이");
  await isNoCard("차도윤");
});

test("the desk sees the requests of all hosts first, and decides one", async () => {
  const visit = visitAnswer({ name: "남의손님" });
  const network = asRole("desk", visit, visitAnswer({ name: "이미승인", statusCode: "approved" }));
  answerDecision(network, approveVisit, afterAction(visit, "approved"));
  const user = openConsole("/dash/approvals");
  const shown = await row("남의손님");
  shown.getByText(/김철수/);
  expect(screen.getByRole("radio", { name: "전체 대기" })).toHaveProperty("checked", true);
  expect(screen.queryByRole("row", { name: /이미승인/ })).toBeNull();
  await user.click(shown.getByRole("button", { name: "남의손님" }));
  await user.click(await (await drawer()).findByRole("button", { name: "승인" }));
  await toast("success", "남의손님 님의 방문을 승인했습니다.");
  await screen.findByText("승인 대기 중인 신청이 없습니다.");
  await user.keyboard("{Escape}");
  await drawerIsGone();
  network.answer(getOwnRequests, pageOf([]));
  await user.click(screen.getByRole("radio", { name: "받은 신청" }));
  await screen.findByText("승인할 신청이 없습니다.");
  expect(param("list")).toBe("requests");
});

test("approved visits of a resigned host are listed with the requests, and marked", async () => {
  const visit = visitAnswer({ name: "남은손님", statusCode: "approved", actions: ["cancel"] });
  const left = { ...visit, hostUser: { ...visit.hostUser, resigned: true } };
  const network = asRole("desk", left);
  answerDecision(network, cancelVisit, afterAction(left, "ended"));
  const user = openConsole("/dash/approvals");
  const shown = await row("남은손님");
  shown.getByText(/\(퇴사\)/);
  // already approved: nothing to approve or reject
  expect(shown.getByRole("checkbox")).toHaveProperty("disabled", true);
  await user.click(shown.getByRole("button", { name: "남은손님" }));
  const opened = await drawer();
  await user.click(await opened.findByRole("button", { name: "방문 취소" }));
  await opened.findByRole("textbox", { name: "메모 (선택)" });
  await user.click(opened.getByRole("button", { name: "방문 취소" }));
  await isNoRow("남은손님");
});

test("the desk decides on several requests at once, and sees those a colleague had decided", async () => {
  const [first, second, third] = ["첫손님", "둘째손님", "셋째손님"].map((name) => visitAnswer({ name }));
  if (!first || !second || !third) throw new Error("three visits");
  const network = asRole("desk", first, second, third);
  const user = openConsole("/dash/approvals");
  await row("셋째손님");
  const waits = (count: number) =>
    waitFor(() =>
      expect(screen.getByRole("link", { name: "승인함" }).getAttribute("aria-description")).toBe(
        `승인 대기 ${count}건`,
      ),
    );
  await waits(3);
  network.answer(approveVisit, ({ params }) => {
    if (params.id === first.id) return refused(405, "이미 처리된 방문입니다.");
    answerApprovals(network, third);
    return afterAction(second, "approved");
  });
  for (const name of ["첫손님", "둘째손님"]) await user.click((await row(name)).getByRole("checkbox"));
  await user.click(await button("2건 승인"));
  await screen.findByText("1건을 승인했습니다: 둘째손님");
  await screen.findByText("첫손님: 이미 처리된 방문입니다.");
  await isNoRow("둘째손님");
  await waits(1);

  await user.click(screen.getByRole("checkbox", { name: /현재 페이지 전체/ }));
  await user.click(await button("반려"));
  const reason = await textbox(/^반려 사유/);
  await user.click(reason);
  await user.paste("그날은 휴무입니다.");
  await hasValue(reason, "그날은 휴무입니다.");
  network.answer(rejectVisit, invalid({ reason: "format" }));
  await user.click(await button("1건 반려"));
  await hasError(reason, "올바른 형식이 아닙니다.");
  answerDecision(network, rejectVisit, afterAction(third, "rejected"));
  await user.click(await button("1건 반려"));
  await screen.findByText("1건을 반려했습니다: 셋째손님");
  await screen.findByText("승인 대기 중인 신청이 없습니다.");
  expect(network.asked(rejectVisit).at(-1)).toMatchObject({
    params: { id: third.id },
    body: { reason: "그날은 휴무입니다." },
  });
});

test("the desk's table shows visitor, host, time, purpose and waiting time", async () => {
  asRole("desk", visitAnswer({ name: "차도윤", createdAt: "2026-11-20 08:15" }));
  openConsole("/dash/approvals");
  await row("차도윤");
  for (const column of ["방문객", "방문 기간", "대기 시작", "담당자", "목적"])
    screen.getByRole("columnheader", { name: new RegExp(`^${column}`) });
  const words = (await screen.findByRole("row", { name: /차도윤/ })).textContent;
  for (const word of ["2026-11-22", "2026-11-20", "08:15", "김철수", "회의"]) expect(words).toContain(word);
});
