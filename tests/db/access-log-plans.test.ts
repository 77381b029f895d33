import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "#db/knex.ts";
import { accessByStaff, accessRows, firstAccess } from "#db/queries/access-log.ts";
import { eventRows } from "#db/queries/events.ts";
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
     SELECT timestamptz '2025-03-10' + n * interval '1 year' / ${rows}, 1 + n % 20, '10.0.0.1',
       (ARRAY['/api/visit', '/dash/visits/progress', '/dash/visits/:id'])[1 + n % 3], ARRAY[n, n + 1, n + 2]
     FROM generate_series(1, ${rows}) AS n`,
  );
  // All of them on the last day: whoever looks for them month by month reads the others first.
  await db.raw(
    `INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
     SELECT timestamptz '2026-03-10' + n * interval '1 second', 100 + n % 3, '10.0.0.1',
       (ARRAY['/api/visit', '/dash/visits/progress', '/dash/visits/:id'])[1 + n / 3 % 3], ARRAY[n]
     FROM generate_series(1, 3000) AS n`,
  );
  await db.raw(
    `SELECT events_month(month::date)
     FROM generate_series(timestamptz '2025-03-10', timestamptz '2026-03-10', '1 month') AS month`,
  );
  await db.raw(
    `INSERT INTO events (at, kind, host_user_id, address, call, subject, subject_id)
     SELECT timestamptz '2025-03-10' + n * interval '1 year' / ${rows}, 'call', 1 + n % 20, '10.0.0.1', '', 'visits', n
     FROM generate_series(1, ${rows}) AS n`,
  );
  await db.raw(
    `INSERT INTO events (at, kind, host_user_id, address, call, subject, subject_id)
     SELECT timestamptz '2025-04-10' + n * interval '1 day', 'call', CASE WHEN n % 2 = 0 THEN 500 ELSE 1 END, '10.0.0.1', '', 'host_users', 500
     FROM generate_series(1, 10) AS n`,
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

  it.each([
    ["people whose rows are all of one day", { hostUsers: [100, 101, 102] }, 3_000],
    ["people who read nothing", { hostUsers: [900, 901] }, 0],
    ["a person whose rows are all of one day", { hostUser: 101 }, 1_000],
    ["a call that nobody made", { action: "/dash/visits/:id/reveal" }, 0],
    ["a call that is made often", { action: "/api/visit" }, 10_001],
  ])("finds the rows of %s without those of others", async (_what, criteria, total) => {
    const found = () => accessRows(db, criteria, { page: 1, size: 20 });
    expect((await found()).total).toBe(total);
    for (const one of (await lookAt(db, found, { mode })).slice(0, 2)) {
      expect(one.scanned.filter((table) => /^access_log_\d/.test(table))).toEqual([]);
      expect(one.rowsRead).toBeLessThanOrEqual(Math.max(total, 100));
    }
  });

  it("goes through a month once, however many people read", async () => {
    const [seen] = await lookAt(
      db,
      () =>
        accessByStaff(db, {
          ...{ from: new Date("2025-10-01"), to: new Date("2025-11-01"), timezone: "Asia/Seoul" },
          ...{ hours: { first: 7, last: 21 }, revealing: "a", searching: "b", issuing: "c" },
        }),
      { mode },
    );
    // some 5,000, each of three visits
    expect(seen?.rowsReadAgain).toBeLessThanOrEqual(rows / 10);
  });

  it("finds what a person did, and what was done to their account, without other people's events", async () => {
    const found = () => eventRows(db, { hostUser: 500 }, { page: 1, size: 20 });
    const { rows: events, total } = await found();
    expect(total).toBe(10);
    expect(events.map(({ hostUserId }) => hostUserId)).toEqual([500, 1, 500, 1, 500, 1, 500, 1, 500, 1]);
    for (const one of (await lookAt(db, found, { mode })).slice(0, 2))
      expect(one.rowsRead).toBeLessThanOrEqual(20);
  });
});

it("gives each page of what several people read, in the order of the log", async () => {
  const people = { hostUsers: [100, 101, 102] };
  const ids = async (page: number, size: number, sort: "at" | "-at") =>
    (await accessRows(db, people, { page, size, sort })).rows.map(({ id }) => id);
  const expected = async (way: "ASC" | "DESC") =>
    (
      await db("accessLog").select("id").whereIn("hostUserId", people.hostUsers).orderBy("at", way).limit(60)
    ).map(({ id }) => id);
  for (const [sort, way] of [
    ["at", "ASC"],
    ["-at", "DESC"],
  ] as const) {
    const pages = [...(await ids(1, 20, sort)), ...(await ids(2, 20, sort)), ...(await ids(3, 20, sort))];
    expect(pages).toEqual(await expected(way));
  }
  expect(await ids(151, 20, "-at")).toEqual([]);
});

it("finds what is about a visit soon after many pages of visits were shown", async () => {
  // Pages of fifty, as lists show them: their entries in the index wait to be sorted in.
  await db.raw(
    `INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
     SELECT timestamptz '2026-03-10 12:00Z' + n * interval '1 second', 300, '10.0.0.1', '/api/visit',
       ARRAY(SELECT 1000000 + 50 * n + k FROM generate_series(1, 50) AS k)
     FROM generate_series(1, 1500) AS n`,
  );
  const found = () => accessRows(db, { visitId: 1_000_123 }, { page: 1, size: 20 });
  expect((await found()).total).toBe(1);
  for (const one of (await lookAt(db, found, { mode: "generic" })).slice(0, 2))
    expect(one.pages).toBeLessThanOrEqual(120);
});
