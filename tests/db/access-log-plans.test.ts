import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "#db/knex.ts";
import { accessRows, firstAccess } from "#db/queries/access-log.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { lookAt } from "../support/database/explain.ts";

const rows = 60_000;
const months = 12;

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 1, isLimited: false });
  await db.raw(
    `SELECT access_log_month(month::date)
     FROM generate_series(timestamptz '2025-03-10', timestamptz '2026-03-10', '1 month') AS month`,
  );
  await db.raw(
    `INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
     SELECT timestamptz '2025-03-10' + n * interval '1 year' / ${rows}, 1 + n % 20, '10.0.0.1', '/api/visit', ARRAY[n, n + 1, n + 2]
     FROM generate_series(1, ${rows}) AS n`,
  );
  await db.raw("VACUUM ANALYZE");
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe.each(["custom", "generic"] as const)("the access log, by a %s plan", (mode) => {
  it("begins where the first row of each month is read", async () => {
    const [seen] = await lookAt(db, () => firstAccess(db), { mode });
    expect(seen?.rowsRead).toBeLessThanOrEqual(months + 2);
    expect(await firstAccess(db)).toEqual(new Date("2025-03-10T00:08:38.400Z"));
  });

  it.each([
    ["a visit", { visitId: 5_000 }],
    ["a visit that nobody saw", { visitId: 900_000 }],
    ["a person", { person: { hashes: [Buffer.alloc(32)], visits: [5_000, 5_001] } }],
  ])("finds what is about %s by its index", async (_what, criteria) => {
    const seen = await lookAt(db, () => accessRows(db, criteria, { page: 1, size: 20 }), { mode });
    for (const one of seen.slice(0, 2)) expect(one.rowsRead).toBeLessThanOrEqual(20);
  });
});
