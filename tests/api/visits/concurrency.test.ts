/** Simultaneous calls of several desks, hosts and visitors. */
import { afterAll, describe, expect, it } from "vitest";
import { type Answer, startTestServer } from "../../support/api.ts";
import { type SignedIn, signedIn, withCookie } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import {
  addGroup,
  addPass,
  addVisit,
  logsOf,
  passOf,
  statusOf,
  visitOf,
} from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const second = await startTestServer({ sameDatabaseAs: server });
afterAll(() => second.close());
const colleague = await signedIn(server, site.company, "desk", { name: "안내원" });
/** Two desk users on different processes. */
const desks = [crew.desk, withCookie(second, colleague.cookie)] as const;

const done = "405 이미 처리된 방문입니다.";
const decidedAs = (status: string) =>
  `405 안내원 님이 이미 처리한 방문입니다. 현재 상태: ${status === "approved" ? "승인" : "반려"}`;
const brief = ({ status, text }: Answer) => (status === 200 ? "200" : `${status} ${text}`);

/** Calls all at once on both processes, and counts the responses. */
async function atOnce(calls: readonly ((desk: SignedIn) => Promise<Answer>)[]) {
  const answers = await Promise.all(calls.map((call, index) => call(desks[index % 2] as SignedIn)));
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[brief(answer)] = (counts[brief(answer)] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const issue = (desk: SignedIn, id: number, body: Record<string, unknown>) =>
  desk.post(`/dash/visits/${id}/issue`, { body: { visitID: id, ...body } });
const alreadyIssued = (passNo: string) => `405 ${passNo} 출입증은 이미 다른 방문객에게 발급되어 있습니다.`;

describe("simultaneous decisions", () => {
  it.each([
    ["approve", "approve"],
    ["approve", "reject"],
    ["reject", "reject"],
  ])("%s and %s: one succeeds, the others get 405", async (one, other) => {
    for (let round = 0; round < 3; round++) {
      const { leader, companions } = await addGroup(server, site, 2);
      const calls = times(10, (index) => (desk: SignedIn) => {
        const action = index % 2 ? other : one;
        const body = action === "reject" ? { reason: "일정" } : {};
        return desk.put(`/dash/user/${action}/${leader.id}`, { body });
      });
      const counts = await atOnce(calls);
      const status = await statusOf(server.db, leader.id);
      expect(counts).toEqual({ "200": 5, [decidedAs(status)]: 5 });
      for (const { id } of [leader, ...companions]) {
        expect(await statusOf(server.db, id)).toBe(status);
        expect(await logsOf(server.db, id)).toMatchObject([{ fromCode: "applied", toCode: status }]);
      }
    }
  });

  it("approval of a leader and rejection of a companion decide each visit once", async () => {
    for (let round = 0; round < 3; round++) {
      const { leader, companions } = await addGroup(server, site, 3);
      const counts = await atOnce([
        (desk) => desk.put(`/dash/user/approve/${leader.id}`, { body: {} }),
        ...companions.map(
          ({ id }) =>
            (desk: SignedIn) =>
              desk.put(`/dash/user/reject/${id}`, { body: { reason: "일정" } }),
        ),
      ]);
      expect(Object.keys(counts).filter((text) => text !== "200" && text !== decidedAs("approved"))).toEqual(
        [],
      );
      for (const { id } of [leader, ...companions]) expect(await logsOf(server.db, id)).toHaveLength(1);
      expect(await statusOf(server.db, leader.id)).toBe("approved");
    }
  });
});

describe("pass used simultaneously", () => {
  it("for two visits is issued to one of them", async () => {
    const [one, two] = [
      await addVisit(server, site, { statusCode: "approved" }),
      await addVisit(server, site, { statusCode: "approved" }),
    ];
    const passNo = await addPass(server);
    const calls = times(48, (index) => (desk: SignedIn) => {
      const { id } = index % 4 < 2 ? one : two;
      return issue(desk, id, { passNo });
    });
    expect(await atOnce(calls)).toEqual({ "200": 12, [done]: 12, [alreadyIssued(passNo)]: 24 });
    const { visitId } = await passOf(server.db, passNo);
    const [winner, loser] = visitId === one.id ? [one, two] : [two, one];
    expect(visitId).toBe(winner.id);
    expect(await statusOf(server.db, winner.id)).toBe("entered");
    expect(await visitOf(server.db, loser.id)).toEqual({ ...loser });
    expect(await logsOf(server.db, winner.id)).toMatchObject([{ action: "issue", passNo }]);
    expect(await logsOf(server.db, loser.id)).toEqual([]);
  });

  it("for a check-in and as lost has one of both statuses", async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await addVisit(server, site, { statusCode: "approved" });
      const passNo = await addPass(server);
      const pass = await passOf(server.db, passNo);
      const [issued, lostPass] = await Promise.all([
        issue(desks[0], id, { passNo }),
        desks[1].put(`/api/pass/${pass.id}`, { body: { status: "lost" } }),
      ]);
      expect(["200", `405 ${passNo} 출입증은 분실로 처리되어 있습니다.`]).toContain(brief(issued));
      expect(["200", done]).toContain(brief(lostPass));
      expect([issued.status, lostPass.status]).toContain(200);
      expect(await statusOf(server.db, id)).toBe(issued.status === 200 ? "entered" : "approved");
      expect(await passOf(server.db, passNo)).toMatchObject(
        lostPass.status === 200 ? { status: "lost", visitId: null } : { status: "issued", visitId: id },
      );
    }
  });
});

describe("group check-in", () => {
  it("succeeds or fails completely when one of its passes is taken meanwhile", async () => {
    for (let round = 0; round < 4; round++) {
      const { leader, companions } = await addGroup(server, site, 3, { statusCode: "approved" });
      const other = await addVisit(server, site, { statusCode: "approved" });
      const passNos: string[] = [];
      for (let n = 0; n < 4; n++) passNos.push(await addPass(server));
      const passNo = passNos[round % 4] as string;
      const party = companions.map(({ id }, index) => ({ visitID: id, passNo: passNos[index + 1] }));
      const counts = await atOnce([
        (desk) => issue(desk, leader.id, { passNo: passNos[0], party }),
        (desk) => issue(desk, other.id, { passNo: passNo }),
      ]);
      expect(counts).toEqual({ "200": 1, [alreadyIssued(passNo)]: 1 });
      const isTaken = (await statusOf(server.db, other.id)) === "entered";
      const members = [leader, ...companions];
      for (const [index, { id }] of members.entries()) {
        expect(await statusOf(server.db, id)).toBe(isTaken ? "approved" : "entered");
        expect(await logsOf(server.db, id)).toHaveLength(isTaken ? 0 : 1);
        const holder = passNos[index] === passNo && isTaken ? other.id : isTaken ? null : id;
        expect(await passOf(server.db, passNos[index] ?? "")).toMatchObject({ visitId: holder });
      }
    }
  });

  it("called for leader and companion simultaneously does not deadlock", async () => {
    for (let round = 0; round < 4; round++) {
      const { leader, companions } = await addGroup(server, site, 2, { statusCode: "approved" });
      const [one, two] = companions.map(({ id }) => id) as [number, number];
      const passNos = [await addPass(server), await addPass(server), await addPass(server)];
      const counts = await atOnce([
        (desk) =>
          issue(desk, leader.id, { passNo: passNos[0], party: [{ visitID: two, passNo: passNos[1] }] }),
        (desk) => issue(desk, two, { passNo: passNos[1], party: [{ visitID: one, passNo: passNos[2] }] }),
      ]);
      expect(counts["200"]).toBe(1);
      expect(Object.keys(counts).filter((text) => !/^(200|405 )/.test(text))).toEqual([]);
      expect(await logsOf(server.db, two)).toHaveLength(1);
    }
  });

  it("with the same passes in different orders does not deadlock", async () => {
    const size = 6;
    for (let round = 0; round < 3; round++) {
      const parties: Awaited<ReturnType<typeof addGroup>>[] = [];
      const passNos: string[] = [];
      for (let n = 0; n < size; n++) {
        parties.push(await addGroup(server, site, size - 1, { statusCode: "approved" }));
        passNos.push(await addPass(server));
      }
      const counts = await atOnce(
        parties.map(({ leader, companions }, turn) => (desk) => {
          const numbers = [...passNos.slice(turn), ...passNos.slice(0, turn)];
          if (turn % 2) numbers.reverse();
          const party = companions.map(({ id }, place) => ({ visitID: id, passNo: numbers[place + 1] }));
          return issue(desk, leader.id, { passNo: numbers[0], party });
        }),
      );
      expect(counts["200"]).toBe(1);
      expect(Object.keys(counts).filter((text) => !/^(200|405 )/.test(text))).toEqual([]);
      const ids = parties.flatMap(({ leader, companions }) => [leader, ...companions].map(({ id }) => id));
      expect(await server.db("visits").whereIn("id", ids).where({ statusCode: "entered" })).toHaveLength(
        size,
      );
    }
  });

  it("and a check-in of one member issue one pass", async () => {
    for (let round = 0; round < 4; round++) {
      const { leader, companions } = await addGroup(server, site, 1, { statusCode: "approved" });
      const id = companions[0]?.id ?? 0;
      const passNos = [await addPass(server), await addPass(server), await addPass(server)];
      const counts = await atOnce([
        (desk) =>
          issue(desk, leader.id, { passNo: passNos[0], party: [{ visitID: id, passNo: passNos[1] }] }),
        (desk) => issue(desk, id, { passNo: passNos[2] }),
      ]);
      const held = await server.db("passes").where({ visitId: id });
      expect(held).toHaveLength(1);
      expect(await logsOf(server.db, id)).toHaveLength(1);
      expect(counts["200"]).toBe(1);
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(2);
    }
  });
});

describe("simultaneous check-out", () => {
  const recover = (desk: SignedIn, id: number, body = {}) =>
    desk.put(`/dash/visits/${id}/recovery`, { body });

  it("is recorded once", async () => {
    const { id } = await addVisit(server, site, { statusCode: "entered" });
    const passNo = await addPass(server, { visitId: id });
    const calls = times(20, () => (desk: SignedIn) => recover(desk, id));
    expect(await atOnce(calls)).toEqual({ "200": 10, [done]: 10 });
    expect(await logsOf(server.db, id)).toHaveLength(1);
    expect(await passOf(server.db, passNo)).toMatchObject({ status: "available", visitId: null });
  });

  it("returns a pass once, also after the visit ended", async () => {
    for (const statusCode of ["exited", "ended"] as const) {
      const { id } = await addVisit(server, site, { statusCode });
      await addPass(server, { visitId: id });
      const calls = times(20, () => (desk: SignedIn) => recover(desk, id));
      expect(await atOnce(calls)).toEqual({ "200": 10, [done]: 10 });
      expect(await logsOf(server.db, id)).toHaveLength(1);
    }
  });

  it("and undo of the check-in: one succeeds, and the pass is available", async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await addVisit(server, site, { statusCode: "approved" });
      const passNo = await addPass(server);
      expect((await issue(crew.desk, id, { passNo })).status).toBe(200);
      const counts = await atOnce([
        (desk) => recover(desk, id),
        (desk) => desk.put(`/dash/visits/${id}/revert`, { body: { action: "issue", reason: "잘못" } }),
      ]);
      expect(counts["200"]).toBe(1);
      expect(Object.keys(counts).filter((text) => !/^(200|405 )/.test(text))).toEqual([]);
      expect(await passOf(server.db, passNo)).toMatchObject({ status: "available" });
      expect(await logsOf(server.db, id)).toHaveLength(2);
    }
  });
});

describe("simultaneous undo", () => {
  const revert = (desk: SignedIn, id: number, body: Record<string, unknown> = {}) =>
    desk.put(`/dash/visits/${id}/revert`, { body });
  const recover = (desk: SignedIn, id: number) => desk.put(`/dash/visits/${id}/recovery`, { body: {} });
  const letIn = async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    const passNo = await addPass(server);
    expect((await issue(crew.desk, id, { passNo })).status).toBe(200);
    return { id, passNo };
  };

  it.each(["issue", "recovery"] as const)("of %s succeeds once", async (action) => {
    for (let round = 0; round < 3; round++) {
      const { id, passNo } = await letIn();
      if (action === "recovery") expect((await recover(crew.desk, id)).status).toBe(200);
      const calls = times(10, () => (desk: SignedIn) => revert(desk, id, { action }));
      expect(await atOnce(calls)).toEqual({ "200": 5, [done]: 5 });
      const isInside = action === "recovery";
      expect(await statusOf(server.db, id)).toBe(isInside ? "entered" : "approved");
      expect(await passOf(server.db, passNo)).toMatchObject({ visitId: isInside ? id : null });
      expect(await logsOf(server.db, id)).toHaveLength(isInside ? 3 : 2);
    }
  });

  it("of the check-in and a check-out: one succeeds, the other gets 405", async () => {
    for (let round = 0; round < 4; round++) {
      const { id, passNo } = await letIn();
      const counts = await atOnce([
        (desk) => recover(desk, id),
        (desk) => revert(desk, id, { action: "issue" }),
      ]);
      expect(counts["200"]).toBe(1);
      expect(Object.keys(counts).filter((text) => !/^(200|405 )/.test(text))).toEqual([]);
      expect(["approved", "exited"]).toContain(await statusOf(server.db, id));
      expect(await passOf(server.db, passNo)).toMatchObject({ status: "available" });
    }
  });

  it("of a check-out and a check-in with its pass: the pass is issued to one visitor", async () => {
    for (let round = 0; round < 4; round++) {
      const { id, passNo } = await letIn();
      await recover(crew.desk, id);
      const other = await addVisit(server, site, { statusCode: "approved" });
      const counts = await atOnce([
        (desk) => revert(desk, id, { action: "recovery" }),
        (desk) => issue(desk, other.id, { passNo }),
      ]);
      expect(counts).toEqual({ "200": 1, [alreadyIssued(passNo)]: 1 });
      const { visitId } = await passOf(server.db, passNo);
      expect(await statusOf(server.db, id)).toBe(visitId === id ? "entered" : "exited");
      expect(await statusOf(server.db, other.id)).toBe(visitId === id ? "approved" : "entered");
    }
  });
});

describe("simultaneous edit", () => {
  it("and approval are both applied and logged in one order", async () => {
    for (let round = 0; round < 4; round++) {
      const { leader, companions } = await addGroup(server, site, 1);
      const counts = await atOnce([
        (desk) => desk.put(`/dash/user/approve/${leader.id}`, { body: {} }),
        (desk) => desk.put(`/dash/visits/${leader.id}`, { body: { endDate: "2026-03-10 19:00" } }),
      ]);
      expect(counts).toEqual({ "200": 2 });
      for (const { id } of [leader, ...companions]) {
        const logs = await logsOf(server.db, id);
        expect(logs.map(({ action }) => action).sort()).toEqual(["approve", "edit"]);
        // An edit after the approval needs a new one; an approval after the edit stays.
        expect(await statusOf(server.db, id)).toBe(logs.at(-1).action === "edit" ? "applied" : "approved");
        expect(logs[1].fromCode).toBe(logs[0].toCode);
      }
    }
  });
});
