/** Random walks of a party through the real API, held against the pure table. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transition, type VisitState } from "#api/features/visits/state.ts";
import { fromInstant } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { VisitAction, VisitAnswer } from "#contract/visits/visits.ts";
import type { Answer } from "../../support/api.ts";
import { full } from "../../support/browser/appearance.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addParty, addPass, seoul } from "../../support/visits/visits.ts";

const morning = new Date("2026-03-10T01:00:00Z");
const { server, site, crew } = await staffedSite({ now: morning });

const walked = ["approve", "reject", "undo", "cancel", "close", "issue", "recovery", "revert"] as const;
type Walked = (typeof walked)[number];

const step = fc.record({
  kind: fc.constantFrom("onward", "onward", "onward", "onward", "any", "lose"),
  who: fc.nat(1),
  action: fc.constantFrom(...walked),
  nth: fc.nat(20),
  pass: fc.option(fc.nat(2), { nil: undefined }),
  withParty: fc.boolean(),
  passReturned: fc.boolean(),
  minutes: fc.constantFrom(1, 1, 5, 17, 120, 1440),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const usual: readonly VisitAction[] = ["approve", "issue", "recovery", "revert"];
const later = (minutes: number) => {
  server.now = new Date(server.now.getTime() + minutes * 60_000);
};
const read = async (id: number): Promise<VisitAnswer> => (await crew.desk.get(`/dash/visits/${id}`)).body;

const stateOf = (
  visit: VisitAnswer,
  stay: Pick<VisitState, "enteredAt" | "enteredFrom" | "exitedAt">,
): VisitState => ({
  statusCode: visit.statusCode,
  start: visit.startDate,
  end: visit.endDate,
  ...stay,
  holdsPass: visit.pass !== null || visit.carPass !== null,
});

interface Ground {
  readonly ids: readonly number[];
  readonly passNos: readonly string[];
}

function send(id: number, action: Walked, chosen: Step, { ids, passNos }: Ground): Promise<Answer> {
  const passNo = chosen.pass === undefined ? undefined : passNos[chosen.pass];
  if (action === "issue") {
    const others = ids.filter((other) => other !== id);
    const isLeader = id === ids[0];
    const party =
      chosen.withParty && isLeader ? [{ visitID: others[0], passNo: passNos[chosen.nth % 3] }] : [];
    return crew.desk.post(`/dash/visits/${id}/issue`, { body: { visitID: id, passNo, party } });
  }
  if (action === "recovery") {
    const { passReturned } = chosen;
    return crew.desk.put(`/dash/visits/${id}/recovery`, { body: { passReturned } });
  }
  const body = action === "reject" || action === "revert" ? { reason: "까닭" } : {};
  const path = action === "revert" ? `/dash/visits/${id}/revert` : `/dash/user/${action}/${id}`;
  return crew.desk.put(path, { body });
}

/** What must hold of the stored rows whatever happened. */
async function check({ ids, passNos }: Ground) {
  const [visits, logs, passes] = await Promise.all([
    server.db("visits").whereIn("id", ids),
    server.db("visitLogs").whereIn("visitId", ids).orderBy("id"),
    server.db("passes").whereIn("passNo", passNos).where({ status: "issued" }),
  ]);
  for (const { id, statusCode } of visits) {
    let status: StatusCode = "applied";
    for (const log of logs.filter(({ visitId }) => visitId === id)) {
      expect(log.fromCode).toBe(status);
      status = log.toCode;
    }
    expect(statusCode).toBe(status);
  }
  for (const { visitId } of passes) {
    expect(passes.filter((pass) => pass.visitId === visitId)).toHaveLength(1);
    expect(["entered", "exited", "ended"]).toContain(visits.find(({ id }) => id === visitId)?.statusCode);
  }
}

/** Somebody inside can leave, and whoever holds a pass can give it back. */
function expectWayOut({ statusCode, pass, actions }: VisitAnswer) {
  if (statusCode === "entered" || pass) expect(actions).toContain("recovery");
}

async function walk(chosen: Step, ground: Ground) {
  const { ids, passNos } = ground;
  const id = ids[chosen.who] as number;
  const before = await read(id);
  if (chosen.kind === "lose") {
    const passNo = passNos[chosen.nth % 3];
    await server.db("passes").where({ passNo }).update({ status: "lost", visitId: null, issuedAt: null });
    return;
  }
  const onward = usual.filter((action) => before.actions.includes(action)) as Walked[];
  const action = (chosen.kind === "onward" && onward[chosen.nth % onward.length]) || chosen.action;
  const stay = await server.db("visits").where({ id }).first("enteredAt", "enteredFrom", "exitedAt");
  const expected = transition(action, stateOf(before, stay), {
    now: server.now,
    at: fromInstant(server.now, seoul),
  });
  const answer = await send(id, action, chosen, ground);
  const after = await read(id);
  expectWayOut(after);

  expect(before.actions.includes(action)).toBe("to" in expected);
  if (answer.status === 200) {
    expect("to" in expected && expected.to).toBe(after.statusCode);
  } else {
    // A pass may be missing or out; otherwise only what the table refuses is refused.
    const isAboutPasses = ["issue", "recovery", "revert"].includes(action);
    expect("refused" in expected || isAboutPasses, answer.text).toBe(true);
    expect(answer.status === 405 || (answer.status === 400 && action === "issue"), answer.text).toBe(true);
    expect({ ...after, actions: [] }).toEqual({ ...before, actions: [] });
  }
}

const ways: readonly Walked[] = ["recovery", "close", "cancel"];

/** Whoever is inside leaves, what has begun is closed, what has not is cancelled, what is out comes back. */
async function bringToAnEnd({ ids, passNos }: Ground) {
  for (const id of ids) {
    let visit = await read(id);
    for (let way = wayOut(visit); way; way = wayOut(visit)) {
      const answer = await send(id, way, { passReturned: true } as Step, { ids, passNos });
      expect(answer.status, answer.text).toBe(200);
      visit = answer.body;
    }
    expect(["ended", "cancelled", "rejected"]).toContain(visit.statusCode);
    expect(visit.pass).toBeNull();
  }
  const statuses = await server.db("passes").whereIn("passNo", passNos).pluck("status");
  expect(statuses.filter((status) => !["available", "lost"].includes(status))).toEqual([]);
}

const wayOut = ({ actions }: VisitAnswer) => ways.find((way) => actions.includes(way));

describe("a party that goes where it likes", () => {
  it("is never stuck, keeps an unbroken log, and leaves every pass free or lost", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        server.now = morning;
        const { leader, companions } = await addParty(server, site, 1, { endDate: "2026-03-11 18:00" });
        const ids = [leader, ...companions].map(({ id }) => id);
        const passNos = [await addPass(server), await addPass(server), await addPass(server)];
        for (const chosen of steps) {
          await walk(chosen, { ids, passNos });
          await check({ ids, passNos });
          later(chosen.minutes);
        }
        await bringToAnEnd({ ids, passNos });
      }),
      { numRuns: full ? 40 : 10 },
    );
  }, 120_000);
});
