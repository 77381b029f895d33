import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, answered } from "../../support/api.ts";
import { deskPath, free, issueTo, letIn } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addPass, addVisit, logsOf, passOf, statusOf, visitOf } from "../../support/visits/visits.ts";

const morning = new Date("2026-03-10T01:00:00Z");
const { server, site, crew } = await staffedSite();

beforeEach(() => {
  server.now = morning;
});

const laterBy = (seconds: number) => {
  server.now = new Date(server.now.getTime() + seconds * 1_000);
};
const later = (minutes: number) => laterBy(minutes * 60);
const issue = (id: number, body: Record<string, unknown>) => issueTo(crew.desk, id, body);
const recover = (id: number, body: Record<string, unknown> = {}) =>
  crew.desk.put(deskPath(id, "recovery"), { body });
const revert = (id: number, body: Record<string, unknown> = { reason: "다른 분에게 발급함" }) =>
  crew.desk.put(deskPath(id, "revert"), { body });
const lose = async (passNo: string) => {
  const { id, vehicle } = await passOf(server.db, passNo);
  const path = `/api/${vehicle ? "vehicle-pass" : "pass"}/${id}`;
  await answered(crew.desk.put(path, { body: { status: "lost" } }));
};
const brief = ({ status, text }: Answer) => `${status} ${text}`;
const done = "405 이미 처리된 방문입니다.";
const inside = () => letIn({ server, site, crew });
async function checkedOut() {
  const visitor = await inside();
  later(30);
  expect((await recover(visitor.id)).status).toBe(200);
  return visitor;
}
const lastLog = async (id: number) => (await logsOf(server.db, id)).at(-1);
/** Actions in the log that can be undone, and whether a reason is needed. */
async function revertsOf(id: number, by = crew.desk) {
  const { body } = await by.get(deskPath(id, "logs"));
  return (body as { action: string; revert?: { needsReason: boolean } }[]).flatMap(({ action, revert }) =>
    revert ? [[action, revert.needsReason]] : [],
  );
}

describe.each([
  ["check-in", inside, "issue", "entered", "approved", /^405 발급 후 15분이 지나/],
  ["check-out", checkedOut, "recovery", "exited", "entered", /^405 퇴장 처리 후 15분이 지나/],
] as const)("undo %s", (_what, visitor, action, before, after, tooLate) => {
  it("needs no reason in the first minute", async () => {
    const { id } = await visitor();
    laterBy(59);
    expect(await revertsOf(id)).toEqual([[action, false]]);
    expect((await answered(revert(id, { action }))).body.statusCode).toBe(after);
    expect(await lastLog(id)).toMatchObject({ action: "revert", fromCode: before, toCode: after, note: "" });
  });

  it("needs a reason after the first minute", async () => {
    const { id } = await visitor();
    laterBy(60);
    expect(await revertsOf(id)).toEqual([[action, true]]);
    for (const body of [{ action }, { action, reason: "  " }]) {
      expect((await answered(revert(id, body), 400)).body).toEqual({ reason: "필수 입력 항목입니다" });
    }
    expect(await statusOf(server.db, id)).toBe(before);
    const answer = await revert(id, { action, reason: "잘못 눌렀습니다" });
    expect(answer.body).toMatchObject({ statusCode: after });
    expect(await lastLog(id)).toMatchObject({ action: "revert", note: "잘못 눌렀습니다" });
  });

  it("returns 405 after 15 minutes and is no longer offered", async () => {
    const { id } = await visitor();
    laterBy(15 * 60 + 1);
    expect(await revertsOf(id)).toEqual([]);
    expect((await crew.desk.get(`/dash/visits/${id}`)).body.actions).not.toContain("revert");
    expect(brief(await revert(id, { action, reason: "늦음" }))).toMatch(tooLate);
    expect(await statusOf(server.db, id)).toBe(before);
  });

  it("uses the last action by default, and returns 405 for another one", async () => {
    const { id } = await visitor();
    const other = action === "issue" ? "recovery" : "issue";
    expect(brief(await revert(id, { action: other }))).toBe(done);
    expect(await statusOf(server.db, id)).toBe(before);
    expect((await revert(id, {})).body.statusCode).toBe(after);
  });

  it("returns success when repeated by the same user, and 405 for another user", async () => {
    const { id } = await visitor();
    for (let n = 0; n < 2; n++) expect((await revert(id, { action })).body.statusCode).toBe(after);
    expect((await logsOf(server.db, id)).filter((row) => row.action === "revert")).toHaveLength(1);
    expect(brief(await crew.admin.put(deskPath(id, "revert"), { body: { action } }))).toBe(done);
  });

  it("is offered to desk and administrators, not to hosts and privacy officers", async () => {
    const { id } = await visitor();
    await server.db("visits").where({ id }).update({ hostUserId: crew.host.id });
    for (const by of [crew.desk, crew.admin]) expect(await revertsOf(id, by)).toEqual([[action, false]]);
    for (const by of [crew.host, crew.privacy]) expect(await revertsOf(id, by)).toEqual([]);
  });
});

describe("undo check-in", () => {
  it("restores the status before, and frees the passes", async () => {
    const { id, passNo } = await inside();
    later(15);
    const { body } = await revert(id);
    expect(body).toMatchObject({ statusCode: "approved", enteredAt: null, pass: null });
    expect(await visitOf(server.db, id)).toMatchObject({
      enteredAt: null,
      enteredFrom: null,
      exitedAt: null,
    });
    expect(await passOf(server.db, passNo)).toMatchObject(free);
    expect(await lastLog(id)).toMatchObject({
      action: "revert",
      fromCode: "entered",
      toCode: "approved",
      note: "다른 분에게 발급함",
      passNo,
    });
    expect((await issue(id, { passNo })).status).toBe(200);
  });

  it("of a second check-in restores the exit before it; a pass held since then stays issued", async () => {
    const { id, passNo } = await inside();
    later(30);
    await recover(id, { passReturned: false, leftAt: "2026-03-10 10:20" });
    const exited = await visitOf(server.db, id);
    later(30);
    const carPassNo = await addPass(server, { vehicle: true });
    expect((await issue(id, { carPassNo })).status).toBe(200);
    later(5);
    const { body } = await revert(id);
    expect(body).toMatchObject({
      statusCode: "exited",
      enteredAt: "2026-03-10 10:00",
      exitedAt: "2026-03-10 10:20",
      pass: { passNo },
      carPass: null,
    });
    const restored = await visitOf(server.db, id);
    expect({ ...restored, updatedAt: null }).toEqual({ ...exited, updatedAt: null, arrivalPending: false });
    expect(await passOf(server.db, carPassNo)).toMatchObject(free);
    expect(await lastLog(id)).toMatchObject({ toCode: "exited", passNo: carPassNo });
  });

  it("finds the previous stay in spite of later returns and undone actions", async () => {
    const { id } = await inside();
    later(30);
    await recover(id, { passReturned: false });
    later(5);
    await recover(id);
    for (const minutes of [10, 20]) {
      later(minutes);
      await issue(id, { passNo: await addPass(server) });
      later(1);
      await recover(id);
      expect((await revert(id)).body).toMatchObject({ statusCode: "entered" });
      expect((await revert(id, { action: "issue", reason: "잘못" })).body).toMatchObject({
        statusCode: "exited",
        enteredAt: "2026-03-10 10:00",
        exitedAt: "2026-03-10 10:30",
      });
    }
  });

  it("returns 405 when the visitor has not been inside", async () => {
    const { id } = await addVisit(server, site, { statusCode: "applied" });
    expect(brief(await revert(id))).toBe("405 지금 상태(신청)에서는 할 수 없는 작업입니다.");
  });
});

describe("undo check-out", () => {
  it("restores the stay inside with the returned passes", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    const [passNo, carPassNo] = [await addPass(server), await addPass(server, { vehicle: true })];
    await issue(id, { passNo, carPassNo });
    const entered = await visitOf(server.db, id);
    const held = [await passOf(server.db, passNo), await passOf(server.db, carPassNo)];
    later(60);
    await recover(id, { carPassReturned: false });
    later(5);
    // the pass kept at first is returned after the exit
    await recover(id);
    later(1);
    const { body } = await revert(id, { action: "recovery", reason: "다른 방문객이 나감" });
    expect(body).toMatchObject({
      statusCode: "entered",
      enteredAt: "2026-03-10 10:00",
      exitedAt: null,
      pass: { passNo },
      carPass: { passNo: carPassNo },
    });
    expect({ ...(await visitOf(server.db, id)), updatedAt: null }).toEqual({ ...entered, updatedAt: null });
    for (const pass of held)
      expect(await passOf(server.db, pass.passNo)).toEqual({ ...pass, updatedAt: server.now });
    expect(await lastLog(id)).toMatchObject({
      action: "revert",
      fromCode: "exited",
      toCode: "entered",
      note: "다른 방문객이 나감",
      passNo: `${passNo}, ${carPassNo}`,
    });
  });

  it("keeps an earlier pass's issue time, so that it stays out when the check-in is undone, too", async () => {
    const { id, passNo } = await inside();
    later(30);
    await recover(id, { passReturned: false });
    later(30);
    await issue(id, {});
    later(1);
    await recover(id);
    later(1);
    expect((await revert(id, { action: "recovery", reason: "잘못" })).body.pass).toMatchObject({ passNo });
    expect((await revert(id, { action: "issue", reason: "잘못" })).body).toMatchObject({
      statusCode: "exited",
      pass: { passNo },
    });
  });

  it("returns 405 when the pass was issued again, lost or retired, and changes nothing", async () => {
    for (const state of ["issued", "lost", "retired"] as const) {
      const { id, passNo } = await checkedOut();
      const { id: passId } = await passOf(server.db, passNo);
      if (state === "issued") {
        const other = await addVisit(server, site, { statusCode: "approved" });
        expect((await issue(other.id, { passNo })).status).toBe(200);
      } else await crew.desk.put(`/api/pass/${passId}`, { body: { status: state } });
      const sentence = {
        issued: "은 이미 다른 방문객에게 발급되어 있습니다.",
        lost: "은 분실로 처리되어 있습니다.",
        retired: "은 사용이 중지된 출입증입니다.",
      }[state];
      expect(brief(await revert(id, {}))).toBe(`405 ${passNo} 출입증${sentence}`);
      expect(await statusOf(server.db, id)).toBe("exited");
    }
  });

  it("works without a deleted pass, and with a pass not returned", async () => {
    const { id, passNo } = await checkedOut();
    const { id: passId } = await passOf(server.db, passNo);
    expect((await crew.desk.send("DELETE", `/api/pass/${passId}`)).status).toBe(204);
    expect((await revert(id, {})).body).toMatchObject({ statusCode: "entered", pass: null });
    const holder = await inside();
    await recover(holder.id, { passReturned: false });
    expect((await revert(holder.id, {})).body).toMatchObject({
      statusCode: "entered",
      pass: { passNo: holder.passNo },
    });
  });
});

describe("undo lost pass", () => {
  const visitors = [
    ["inside", inside],
    [
      "outside with the pass",
      async () => {
        const visitor = await inside();
        await recover(visitor.id, { passReturned: false });
        return visitor;
      },
    ],
  ] as const;

  it.each(visitors)("returns it to the visitor who is %s", async (_where, visitor) => {
    const { id, passNo } = await visitor();
    const { issuedAt } = await passOf(server.db, passNo);
    const before = (await crew.desk.get(`/dash/visits/${id}`)).body;
    expect(before.actions).toContain("lost");
    later(20);
    await lose(passNo);
    laterBy(1);
    await lose(passNo);
    const withoutPass = (await crew.desk.get(`/dash/visits/${id}`)).body;
    expect(withoutPass).toMatchObject({ pass: null, statusCode: before.statusCode });
    expect(withoutPass.actions).not.toContain("lost");
    laterBy(58);
    expect(await revertsOf(id)).toEqual([["lost", false]]);
    const answer = await revert(id, { action: "lost" });
    expect(answer.body).toMatchObject({ statusCode: before.statusCode, pass: { passNo } });
    expect(await passOf(server.db, passNo)).toMatchObject({ status: "issued", visitId: id, issuedAt });
    const { statusCode } = before;
    expect(await lastLog(id)).toMatchObject({
      action: "found",
      fromCode: statusCode,
      toCode: statusCode,
      passNo,
    });
    expect((await revert(id, { action: "lost" })).body).toMatchObject({ pass: { passNo } });
    const byAnother = crew.admin.put(deskPath(id, "revert"), { body: { action: "lost" } });
    expect(brief(await byAnother)).toBe(done);
  });

  it("needs a reason after the first minute, and returns 405 after 15 minutes", async () => {
    const { id, passNo } = await inside();
    later(20);
    await lose(passNo);
    laterBy(61);
    expect(await revertsOf(id)).toEqual([["lost", true]]);
    expect((await revert(id, { action: "lost" })).body).toEqual({ reason: "필수 입력 항목입니다" });
    laterBy(14 * 60);
    expect(brief(await revert(id, { action: "lost", reason: "찾음" }))).toMatch(
      /^405 분실 처리 후 15분이 지나/,
    );
    laterBy(-2);
    expect((await revert(id, { action: "lost", reason: "찾음" })).status).toBe(200);
    expect(await lastLog(id)).toMatchObject({ action: "found", note: "찾음" });
  });

  it("returns 405 when the pass was found, or the visitor has another one", async () => {
    const { id, passNo } = await inside();
    later(20);
    await lose(passNo);
    const { id: passId } = await passOf(server.db, passNo);
    await recover(id);
    const other = await addPass(server);
    expect((await issue(id, { passNo: other })).status).toBe(200);
    expect(brief(await revert(id, { action: "lost" }))).toMatch(
      new RegExp(`^405 ${other} 출입증을 아직 반납하지 않은`),
    );
    await crew.desk.put(`/api/pass/${passId}`, { body: { status: "available" } });
    expect(brief(await revert(id, { action: "lost" }))).toBe(done);
  });

  it("works for vehicle passes, too", async () => {
    const { id } = await inside();
    const carPassNo = await addPass(server, { vehicle: true, visitId: id });
    await lose(carPassNo);
    expect((await revert(id, { action: "lost" })).body.carPass).toMatchObject({ passNo: carPassNo });
  });
});
