/** What a change of status writes in the row that a visit is searched by: its index has thirty keys. */
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StatusCode } from "#contract/visits/status.ts";
import { connect } from "#db/connection.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { type Site, seedSite } from "../support/site.ts";

let database: TestDatabase;
let db: Knex;
let site: Site;
beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 1 });
  site = await seedSite(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const now = new Date();
const written = (statusCode: StatusCode) => ({
  statusCode,
  enteredAt: ["entered", "exited"].includes(statusCode) ? now : null,
  enteredFrom: ["entered", "exited"].includes(statusCode) ? "approved" : null,
  exitedAt: statusCode === "exited" ? now : null,
  endedBecause: statusCode === "ended" ? "expired" : null,
});

async function counted(trx: Knex.Transaction): Promise<{ all: number; inPlace: number }> {
  const { rows } = await trx.raw(
    `SELECT pg_stat_get_xact_tuples_updated('visit_search'::regclass)::integer AS all,
       pg_stat_get_xact_tuples_hot_updated('visit_search'::regclass)::integer AS "inPlace"`,
  );
  return rows[0];
}

/** @returns how many updates there were of the search's row, and how many of them left its indexes alone */
const updatesOf = (from: StatusCode, to: StatusCode) =>
  db.transaction(async (trx) => {
    const [{ id }] = await trx("visits")
      .insert({
        ...{ reserveNo: "260310-00001", hostUserId: site.host, purposeId: site.purpose, name: "김민서" },
        ...{ startAt: now, endAt: new Date(now.getTime() + 3_600_000), destroyOn: "2027-03-10" },
        ...{ origin: "public", lang: "ko", ...written(from) },
      })
      .returning("id");
    const before = await counted(trx);
    await trx("visits").where({ id }).update(written(to));
    const after = await counted(trx);
    await trx("visits").where({ id }).delete();
    return { all: after.all - before.all, inPlace: after.inPlace - before.inPlace };
  });

it.each([
  ["applied", "approved"],
  ["approved", "entered"],
  ["entered", "exited"],
  ["exited", "entered"],
  ["exited", "ended"],
  ["applied", "ended"],
  ["approved", "applied"],
] as const)("a visit that goes from %s to %s leaves the index of letters alone", async (from, to) => {
  expect(await updatesOf(from, to)).toEqual({ all: 1, inPlace: 1 });
});

it.each([
  ["applied", "rejected"],
  ["approved", "cancelled"],
  ["rejected", "applied"],
] as const)("a visit that goes from %s to %s is found by the index", async (from, to) => {
  expect(await updatesOf(from, to)).toEqual({ all: 1, inPlace: 0 });
});
