/** Undo in toast, activity and buttons. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getMessages, type MessageAnswer } from "#contract/messages/sms.ts";
import { passCalls } from "#contract/visits/passes.ts";
import {
  approveVisit,
  issueVisit,
  recoverVisit,
  revertVisit,
  undoVisit,
} from "#contract/visits/visit-actions.ts";
import { getVisitLogs, type VisitAnswer } from "#contract/visits/visits.ts";
import {
  consoleNetwork,
  hasError,
  hasFocus,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { drawer, drawerIsGone, openVisit, scan, undoButton } from "#tests/support/component/drawer.tsx";
import { messageAnswer } from "#tests/support/component/messages.ts";
import { invalid } from "#tests/support/component/network.ts";
import {
  afterAction,
  answerChange,
  answerPasses,
  answerVisits,
  logAnswer,
  pageOf,
  passAnswer,
  visitAnswer,
} from "#tests/support/component/visits.ts";

const undoOf = (action: string) => screen.findByRole("button", { name: `실행 취소: ${action}` });

const pass = { id: 101, passNo: "P-01" };

interface CheckedIn {
  /** Permitted actions, which change after 15 minutes. */
  readonly actions?: VisitAnswer["actions"];
  readonly revert?: { readonly needsReason: boolean };
  readonly sent?: readonly MessageAnswer[];
}

function openCheckedIn({ actions = ["recovery", "revert", "lost"], revert, sent = [] }: CheckedIn = {}) {
  const network = consoleNetwork(person("desk"));
  const before = visitAnswer({ name: "차도윤", statusCode: "approved", actions: ["issue"] });
  const inside = afterAction(before, "entered", { actions, pass, enteredAt: "2026-11-22 10:00" });
  answerVisits(network, inside);
  answerPasses(network, passAnswer("P-01"));
  network.answer(getVisitLogs, [logAnswer({ action: "issue", passNo: "P-01", ...(revert && { revert }) })]);
  network.answer(getMessages, pageOf(sent));
  network.answer(revertVisit, ({ body }) => {
    if (revert?.needsReason && !body.reason) return invalid({ reason: "required" });
    answerVisits(network, before);
    network.answer(getVisitLogs, [
      logAnswer({ action: "issue", passNo: "P-01" }),
      logAnswer({ action: "revert", note: body.reason ?? "" }),
    ]);
    return before;
  });
  const user = openConsole(`/dash/visits?visit=${inside.id}`);
  return { network, user, inside };
}

const checkInIsUndone = () => toast("success", "차도윤 님의 발급을 취소했습니다.");

test("the toast after an exit undoes it, and the pass is issued again", async () => {
  const { network, user, inside } = openCheckedIn({ actions: ["recovery"] });
  answerChange(network, recoverVisit, afterAction(inside, "exited", { pass: null }));
  answerChange(network, revertVisit, inside);
  const shown = await drawer();
  await user.click(await shown.findByRole("button", { name: "퇴장 및 출입증 회수" }));
  await user.click(await shown.findByRole("button", { name: "퇴장 및 출입증 회수" }));
  await toast("success", "차도윤 님의 퇴장을 기록했습니다.");
  await user.click(await undoButton());
  await toast("success", "차도윤 님의 퇴장을 취소했습니다.");
  expect(network.asked(recoverVisit).map(({ body }) => body.passReturned)).toEqual([true]);
  expect(network.asked(revertVisit).map(({ body }) => body)).toMatchObject([{ action: "recovery" }]);
});

test("after check-out without return only the pass can be returned", async () => {
  const checkedOut = { statusCode: "ended", pass } as const;
  const { network, visit, user, shown } = await openVisit({ ...checkedOut, actions: ["recovery", "lost"] });
  answerChange(network, recoverVisit, { ...visit, actions: [], pass: null });
  await user.click(await shown.findByRole("button", { name: "출입증 회수" }));
  const returned = await shown.findByRole("checkbox", { name: "P-01 출입증 회수" });
  await user.dblClick(returned);
  await hasFocus(returned);
  await user.click(await shown.findByRole("button", { name: "출입증 회수" }));
  expect(shown.queryByRole("button", { name: /퇴장/ })).toBeNull();
  await waitFor(() => expect(network.asked(recoverVisit)).toHaveLength(1));
});

test("within a minute the activity undoes it with one click", async () => {
  const { network, user } = openCheckedIn({ revert: { needsReason: false } });
  await user.click(await undoOf("출입증 발급"));
  await checkInIsUndone();
  expect(network.asked(revertVisit).map(({ body }) => body.action)).toEqual(["issue"]);
});

test.each(["the activity", "the buttons"])("after a minute %s require a reason", async (where) => {
  const { network, user } = openCheckedIn({ revert: { needsReason: true } });
  const shown = await drawer();
  await user.click(
    where === "the activity"
      ? await undoOf("출입증 발급")
      : await shown.findByRole("button", { name: "발급 취소" }),
  );
  const reason = await shown.findByRole("textbox", { name: /^발급 취소 사유/ });
  await hasFocus(reason);
  const form = within(reason.closest("form") ?? reason);
  const send = form.getByRole("button", { name: "발급 취소" });
  await user.click(send);
  await hasError(reason, "필수 입력 항목입니다");
  expect(network.asked(revertVisit)).toEqual([]);
  await user.click(reason);
  await user.paste("다른 분의 출입증이었습니다.");
  await user.click(send);
  await checkInIsUndone();
  await shown.findByText("다른 분의 출입증이었습니다.");
  expect(network.asked(revertVisit).map(({ body }) => body)).toMatchObject([
    { action: "issue", reason: "다른 분의 출입증이었습니다." },
  ]);
});

test("a lost pass is reported from its visit, and found again from the toast or the log", async () => {
  const { network, user, inside } = openCheckedIn({ actions: ["recovery", "lost"] });
  const without = afterAction(inside, "entered", { pass: null, actions: ["recovery"] });
  network.answer(passCalls.change, () => {
    answerVisits(network, without);
    network.answer(getVisitLogs, [
      logAnswer({ action: "lost", passNo: "P-01", revert: { needsReason: false } }),
    ]);
    return passAnswer("P-01", { id: pass.id, status: "lost" });
  });
  answerChange(network, revertVisit, inside);
  const shown = await drawer();
  for (const from of ["toast", "log"]) {
    await user.click(await shown.findByRole("button", { name: "출입증 분실" }));
    await hasFocus(await shown.findByText(/^분실한 출입증을 선택해 주십시오/));
    await user.click(await shown.findByRole("button", { name: "P-01 분실" }));
    await toast("success", "P-01 출입증을 분실로 처리했습니다.");
    await user.click(from === "toast" ? await undoButton() : await undoOf("출입증 분실"));
    await toast("success", "차도윤 님의 출입증 분실을 취소했습니다.");
  }
  expect(network.asked(passCalls.change).map(({ params, body }) => [params.id, body.status])).toEqual([
    [pass.id, "lost"],
    [pass.id, "lost"],
  ]);
  expect(network.asked(revertVisit).map(({ body }) => body.action)).toEqual(["lost", "lost"]);
});

test("sent messages and the correction are shown before a decision is undone", async () => {
  const { network, visit, user, shown } = await openVisit();
  answerChange(network, approveVisit, afterAction(visit, "approved", { actions: ["undo"] }));
  answerChange(network, undoVisit, visit);
  await user.click(await shown.findByRole("button", { name: "승인" }));
  await toast("success", "차도윤 님의 방문을 승인했습니다.");
  network.answer(
    getMessages,
    pageOf([messageAnswer({ event: "approve", text: "방문이 승인되었습니다.", status: "kept" })]),
  );
  await user.click(await shown.findByRole("button", { name: "되돌리기" }));
  await shown.findByText("이미 보낸 메시지 1건");
  await shown.findByText(/방문이 승인되었습니다\./);
  await shown.findByText("되돌리면 정정 메시지를 자동으로 보냅니다.");
  expect(network.asked(undoVisit)).toEqual([]);
  await user.click(shown.getByRole("button", { name: "되돌리기" }));
  await toast("success", "차도윤 님의 방문을 신청 상태로 되돌렸습니다.");
  expect(network.asked(undoVisit)).toHaveLength(1);
});

test("a message sent since the check-in is shown before the check-in is undone", async () => {
  const text = "로비에서 기다려 주십시오.";
  const sent = [messageAnswer({ event: "manual", text, status: "kept", createdAt: "2026-11-22 10:01" })];
  const { network, user } = openCheckedIn({ revert: { needsReason: false }, sent });
  const shown = await drawer();
  await user.click(await shown.findByRole("button", { name: "발급 취소" }));
  await shown.findByText(text);
  expect(network.asked(revertVisit)).toEqual([]);
  await user.click(shown.getByRole("button", { name: "발급 취소" }));
  await checkInIsUndone();
});

test("after check-out a third Enter and a second scan do not check the visitor in", async () => {
  const { network, user, inside } = openCheckedIn({ actions: ["recovery"] });
  const left = afterAction(inside, "exited", { pass: null, actions: ["issue", "close"] });
  answerChange(network, recoverVisit, left);
  const shown = await drawer();
  (await shown.findByRole("button", { name: "퇴장 및 출입증 회수" })).focus();
  await user.keyboard("{Enter}");
  await shown.findByRole("checkbox", { name: "P-01 출입증 회수" });
  await user.keyboard("{Enter}");
  await toast("success", "차도윤 님의 퇴장을 기록했습니다.");
  await drawerIsGone();
  await user.keyboard("{Enter}");
  const notOut = "P-01 출입증은 지금 발급되어 있지 않습니다.";
  scan("P-01");
  await toast("warning", notOut);
  await user.keyboard("{Enter}{Enter}{Enter}");
  scan("P-01");
  await toast("warning", notOut);

  // the drawer of the visitor is still open
  const again = (await screen.findAllByRole("button", { name: "차도윤" }))[0];
  if (again) await user.click(again);
  await (await drawer()).findByRole("textbox", { name: /^출입증 번호/ });
  await user.keyboard("{Enter}{Enter}{Enter}");
  scan("P-01");
  await user.keyboard("{Enter}");
  await toast("warning", notOut);
  expect(network.asked(issueVisit)).toEqual([]);
});
