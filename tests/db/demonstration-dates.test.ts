import type { Knex } from "knex";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { shiftDemonstration } from "#db/seeds/demonstration.ts";
import {
  count,
  countWrongRetention,
  type Demonstration,
  everyStatus,
  hour,
  later,
  now,
  openDemonstration,
  overdue,
  today,
  visitsWithImpossibleStatus,
  visitsWithWrongLog,
  visitsWithWrongPass,
} from "../support/demonstration.ts";

let demonstration: Demonstration;
let db: Knex;

const everything = () =>
  Promise.all([
    db("visits").select().orderBy("id"),
    db("visitLogs").select().orderBy("id"),
    db("visitConsents").select().orderBy("id"),
    db("demonstration").select(),
  ]);

describe("shiftDemonstration", () => {
  beforeEach(async () => {
    demonstration = await openDemonstration();
    ({ db } = demonstration);
    await demonstration.seed();
  });
  afterEach(() => demonstration.close());

  async function personsVisit(): Promise<number> {
    const { id: _id, ...row } = await db("visits").where({ id: 1 }).first();
    const [made] = await db("visits")
      .insert({ ...row, reserveNo: "260310-AAAAA", leaderId: null })
      .returning("id");
    await db("visitLogs").insert({
      visitId: made.id,
      action: "apply",
      toCode: "applied",
      actorKind: "visitor",
      at: now,
    });
    return made.id;
  }

  it("moves seeded visits by whole days, and no later visits", async () => {
    const id = await personsVisit();
    const [visits, logs, consents] = await everything();
    await shiftDemonstration(db, later(3));
    const [moved, movedLogs, movedConsents] = await everything();
    const shifted = (at: Date) => new Date(at.getTime() + 72 * hour);
    const keep = ({ visitId }: { visitId: number }) => visitId === id;
    expect(
      moved.map(({ startAt, endAt, createdAt, updatedAt }) => [startAt, endAt, createdAt, updatedAt]),
    ).toEqual(
      visits.map((row) =>
        [row.startAt, row.endAt, row.createdAt, row.updatedAt].map((at) =>
          row.id === id ? at : shifted(at),
        ),
      ),
    );
    expect(movedLogs.map(({ at }) => at)).toEqual(logs.map((log) => (keep(log) ? log.at : shifted(log.at))));
    expect(movedConsents.map(({ agreedAt }) => agreedAt)).toEqual(
      consents.map(({ agreedAt }) => shifted(agreedAt)),
    );
    expect(await db("visits").where({ id }).first()).toEqual(visits.at(-1));
    expect(await countWrongRetention(db)).toBe(0);
  });

  it("changes nothing when repeated on a day or when the clock goes back", async () => {
    await shiftDemonstration(db, later(3));
    const before = await everything();
    await shiftDemonstration(db, later(3, 8));
    await shiftDemonstration(db, later(1));
    await demonstration.seed(later(3, 2));
    expect(await everything()).toEqual(before);
  });

  it("leaves plausible visits today at any hour, and can be repeated", async () => {
    for (const [when, moment] of [
      ["just after midnight", later(1, -14)],
      ["in the early morning", later(4, -8)],
      ["in the evening", later(9, 7)],
      ["just before midnight", later(30, 9.8)],
    ] as const) {
      await shiftDemonstration(db, moment);
      expect(await visitsWithWrongLog(db, moment), when).toEqual([]);
      expect(await visitsWithImpossibleStatus(db, moment), when).toEqual([]);
      expect(await visitsWithWrongPass(db, moment), when).toEqual([]);
      expect(Object.keys(await today(db, moment)), when).toEqual(
        expect.arrayContaining(["applied", "approved", "entered", "exited"]),
      );
      expect(await overdue(db, moment), when).toHaveLength(1);
    }
  });

  it("reopens today's visits closed at night, and no earlier ones", async () => {
    const night = later(0, 10);
    await db.raw(
      `WITH over AS (
         UPDATE visits SET status_code = 'ended', updated_at = :night,
           ended_because = CASE old.status_code WHEN 'applied' THEN 'expired' WHEN 'approved' THEN 'noShow' ELSE 'done' END
         FROM visits AS old WHERE old.id = visits.id AND visits.end_at < :night
           AND visits.status_code IN ('applied', 'approved', 'exited')
         RETURNING visits.id, old.status_code
       )
       INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, at)
       SELECT id, 'end', status_code, 'ended', 'job', :night FROM over`,
      { night },
    );
    const ended = await count(db, "visits WHERE status_code = 'ended'");
    expect(Object.keys(await today(db, now))).not.toContain("applied");
    await shiftDemonstration(db, later(1));
    expect(await count(db, "visits WHERE status_code = 'ended'")).toBeLessThan(ended);
    expect(Object.keys(await today(db, later(1)))).toEqual(everyStatus);
    expect(await visitsWithWrongLog(db, later(1))).toEqual([]);
    expect(await visitsWithImpossibleStatus(db, later(1))).toEqual([]);
  });

  it("keeps later actions, in the past", async () => {
    const evening = later(0, 5);
    const { id } = await db("visits").where({ statusCode: "applied" }).orderBy("id", "desc").first("id");
    await db("visits").where({ id }).update({ statusCode: "approved", updatedAt: evening });
    const approval = { visitId: id, action: "approve", fromCode: "applied", toCode: "approved" };
    await db("visitLogs").insert({ ...approval, actorKind: "staff", actorId: 3, at: evening });
    const before = await db("visits").where({ id }).first();
    await shiftDemonstration(db, later(2, -3));
    const after = await db("visits").where({ id }).first();
    expect(after.statusCode).toBe("approved");
    expect(after.updatedAt).toEqual(later(1, 5));
    expect(after.startAt.getTime() - before.startAt.getTime()).toBe(24 * hour);
    expect(await visitsWithWrongLog(db, later(2, -3))).toEqual([]);
  });

  it("moves once when several processes run", async () => {
    const [visits] = await everything();
    const processes = [connect(demonstration.url), connect(demonstration.url), connect(demonstration.url)];
    await Promise.all(processes.map((process) => shiftDemonstration(process, later(2))));
    await Promise.all(processes.map((process) => process.destroy()));
    const [moved] = await everything();
    expect(moved[0].startAt.getTime() - visits[0].startAt.getTime()).toBe(48 * hour);
  });
});
