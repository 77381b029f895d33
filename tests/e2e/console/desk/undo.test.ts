/** What was done by mistake is taken back: from the toast, from the visit's log, with a reason after a minute. */
import { expect, test } from "vitest";
import { addHeldPass, addPasses, addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const statusOf = async (id: number) => (await suite.server.db("visits").where({ id }).first()).statusCode;
const holderOf = async (passNo: string) =>
  (await suite.server.db("passes").where({ passNo }).first())?.visitId ?? null;
const lastLog = (id: number) =>
  suite.server.db("visitLogs").where({ visitId: id }).orderBy("id", "desc").first();
const undoOf = (desk: StaffPage, what: string) =>
  desk.drawer.getByRole("button", { name: `실행 취소: ${what}`, exact: true });
const undo = (desk: StaffPage) =>
  desk.page.locator(".Toastify__toast").getByRole("button", { name: "실행 취소" });

/** Somebody who was let in by a call, some minutes ago. */
async function letIn(desk: StaffPage, { minutes = 0, ...more }: Visiting & { minutes?: number } = {}) {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", ...more });
  await addPasses(server, ["P-01"]);
  const body = { visitID: id, passNo: "P-01" };
  const answer = await desk.page.request.post(`/dash/visits/${id}/issue`, {
    data: body,
    headers: { Origin: new URL(server.url).origin },
  });
  expect(answer.status()).toBe(200);
  const at = new Date(Date.now() - minutes * 60_000);
  await server.db("visits").where({ id }).update({ enteredAt: at });
  await server.db.transaction(async (trx) => {
    // The log refuses to be changed otherwise.
    await trx.raw("SET LOCAL session_replication_role = replica");
    await trx("visitLogs").where({ visitId: id }).update({ at });
  });
  await server.db("passes").where({ passNo: "P-01" }).update({ issuedAt: at });
  return id;
}

test("the toast after an issue takes it back in one press", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤" });
  await addPasses(server, ["P-01"]);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${id}`);
  await hasValue(desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first(), "P-01");
  await desk.act("action.issue").click();
  await isSeen(desk.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  await undo(desk).click();
  await isSeen(desk.toast("success", "차도윤 님의 발급을 취소했습니다."));
  await isGone(desk.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  expect(await statusOf(id)).toBe("approved");
  expect(await holderOf("P-01")).toBeNull();
});

test("the toast after an exit takes it back, and the pass is out again", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const id = await letIn(desk, { minutes: 40 });
  await desk.open(`/dash/today?list=inside&visit=${id}`);
  await desk.act("action.recovery").click();
  await desk.act("action.recovery").click();
  await isSeen(desk.toast("success", "차도윤 님의 퇴장을 기록했습니다."));
  await expect.poll(() => statusOf(id)).toBe("exited");
  await undo(desk).click();
  await isSeen(desk.toast("success", "차도윤 님의 퇴장을 취소했습니다."));
  expect(await statusOf(id)).toBe("entered");
  expect(await holderOf("P-01")).toBe(id);
});

test("within a minute the log takes it back in one press", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const id = await letIn(desk);
  await desk.open(`/dash/today?list=inside&visit=${id}`);
  await undoOf(desk, "출입증 발급").click();
  await isSeen(desk.toast("success", "차도윤 님의 발급을 취소했습니다."));
  expect(await statusOf(id)).toBe("approved");
});

test.each(["the log", "the buttons"])("after a minute %s ask for a reason", async (where) => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const id = await letIn(desk, { minutes: 2 });
  await desk.open(`/dash/today?list=inside&visit=${id}`);
  await (where === "the log" ? undoOf(desk, "출입증 발급") : desk.act("action.revert")).click();
  const reason = desk.drawer.getByRole("textbox", { name: "발급 취소 사유" });
  await hasFocus(reason);
  expect(await statusOf(id)).toBe("entered");
  const form = desk.drawer
    .locator("form")
    .filter({ has: desk.page.getByRole("textbox", { name: "발급 취소 사유" }) });
  const send = form.getByRole("button", { name: "발급 취소", exact: true });
  await send.click();
  await hasError(reason, "필수 입력 항목입니다");
  await reason.fill("다른 분의 출입증이었습니다.");
  await send.click();
  await isSeen(desk.toast("success", "차도윤 님의 발급을 취소했습니다."));
  expect(await statusOf(id)).toBe("approved");
  await isSeen(desk.drawer.getByText("다른 분의 출입증이었습니다."));
});

test("after fifteen minutes nothing offers to take it back", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const id = await letIn(desk, { minutes: 16 });
  await desk.open(`/dash/today?list=inside&visit=${id}`);
  await isSeen(desk.drawer.getByRole("heading", { name: "처리 내역" }));
  await isSeen(desk.drawer.getByText("출입증 P-01"));
  await isGone(undoOf(desk, "출입증 발급"));
  await isGone(desk.act("action.revert"));
});

test("a lost pass is reported from its visit, and found again from the toast or the log", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const id = await letIn(desk, { minutes: 40 });
  await desk.open(`/dash/today?list=inside&visit=${id}`);
  for (const from of ["toast", "log"]) {
    await desk.act("action.lost").click();
    await desk.drawer.getByRole("button", { name: "P-01 분실" }).click();
    await isSeen(desk.toast("success", "P-01 출입증을 분실로 처리했습니다."));
    expect(await suite.server.db("passes").where({ passNo: "P-01" }).first()).toMatchObject({
      status: "lost",
    });
    await (from === "toast" ? undo(desk) : undoOf(desk, "출입증 분실")).click();
    await isSeen(desk.toast("success", "차도윤 님의 출입증 분실을 취소했습니다."));
    await isGone(desk.toast("success", "차도윤 님의 출입증 분실을 취소했습니다."));
    expect(await holderOf("P-01")).toBe(id);
  }
  expect(await lastLog(id)).toMatchObject({ action: "found" });
});

test("what was sent is shown before it is taken back, and a correction of a decision goes out", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, {
    name: "차도윤",
    statusCode: "applied",
    cellphone: "010-0000-7781",
  });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${id}`);
  await desk.act("action.approve").click();
  await isSeen(desk.toast("success", "차도윤 님의 방문을 승인했습니다."));
  await server.db("smsMessages").where({ visitId: id }).update({ status: "kept", nextAttemptAt: null });
  await desk.act("action.undo").click();
  await isSeen(desk.drawer.getByText("이미 보낸 메시지 1건"));
  await isSeen(desk.drawer.getByText(/방문이 승인되었습니다\./));
  await isSeen(desk.drawer.getByText("되돌리면 정정 메시지를 자동으로 보냅니다."));
  expect(await statusOf(id)).toBe("approved");
  await desk.act("action.undo").click();
  await isSeen(desk.toast("success", "차도윤 님의 방문을 신청 상태로 되돌렸습니다."));
  const events = await server.db("smsMessages").where({ visitId: id }).orderBy("id").pluck("event");
  expect(events).toEqual(["approve", "undo"]);
});

test("a message written to a visitor since the entry is shown before the entry is taken back", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const id = await letIn(desk, { cellphone: "010-0000-7781" });
  const sent = await desk.page.request.post("/dash/sms/send", {
    data: { to: [{ visitID: id }], text: "로비에서 기다려 주십시오." },
    headers: { Origin: new URL(suite.server.url).origin, "Idempotency-Key": crypto.randomUUID() },
  });
  expect(await sent.text()).toContain("queued");
  await suite.server.db("smsMessages").where({ visitId: id }).update({ status: "kept", nextAttemptAt: null });
  await desk.open(`/dash/today?list=inside&visit=${id}`);
  await desk.act("action.revert").click();
  await isSeen(desk.drawer.getByText("로비에서 기다려 주십시오."));
  expect(await statusOf(id)).toBe("entered");
  await desk.act("action.revert").click();
  await isSeen(desk.toast("success", "차도윤 님의 발급을 취소했습니다."));
  expect(await statusOf(id)).toBe("approved");
});

test("after an exit a third Enter and the same pass scanned once more let nobody in", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", statusCode: "entered" });
  await addHeldPass(server, "A-1007", id);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today?list=inside");
  await isSeen(desk.button("차도윤"));
  await desk.scan("A-1007");
  await hasFocus(desk.act("action.recovery"));
  for (const _ of [1, 2]) {
    await desk.page.keyboard.press("Enter");
    if (_ === 1) await isSeen(desk.drawer.getByRole("checkbox", { name: "A-1007 출입증 회수" }));
  }
  await isSeen(desk.toast("success", "차도윤 님의 퇴장을 기록했습니다."));
  await isGone(desk.drawer);
  await desk.page.keyboard.press("Enter");
  await desk.scan("A-1007");
  await isSeen(desk.toast("warning", "A-1007 출입증은 지금 발급되어 있지 않습니다."));
  for (let more = 0; more < 3; more++) await desk.page.keyboard.press("Enter");
  await desk.scan("A-1007");
  expect(await statusOf(id)).toBe("exited");
  expect(await holderOf("A-1007")).toBeNull();

  // the same with the visit of who has left open
  await desk.open(`/dash/today?list=left&visit=${id}`);
  await desk.showsVisit("차도윤");
  for (let more = 0; more < 3; more++) await desk.page.keyboard.press("Enter");
  await desk.open(`/dash/today?list=left&visit=${id}`);
  await desk.showsVisit("차도윤");
  await desk.scan("A-1007");
  await desk.page.keyboard.press("Enter");
  expect(await statusOf(id)).toBe("exited");
  expect(await holderOf("A-1007")).toBeNull();
});
