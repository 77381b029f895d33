import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readText } from "#api/features/visits/search-text.ts";
import { connect } from "#db/connection.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { VisitText } from "#db/queries/visits/criteria.ts";
import { previousVisitors } from "#db/queries/visits/previous-visitors.ts";
import { findVisits } from "#db/queries/visits/search.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { lookAt, type Seen } from "../support/database/explain.ts";
import { type ManyVisitsSite, seedVisits } from "../support/database/many-visits.ts";
import { ago, search, size, text } from "../support/database/visit-questions.ts";

const count = 60_000;
/** Weeks that have visits. */
const weeks = 523;

let database: TestDatabase;
let db: Knex;
let site: ManyVisitsSite;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 1, isLimited: false });
  site = await seedVisits(db, count, { recent: { visits: 5_000, days: 30 } });
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const find = (sought: VisitText, period = {}) =>
  findVisits(db, { ...period, text: sought }, { page: 1, size, sort: "-startDate" });
const hosts = (many: number) => Array.from({ length: many }, (_, n) => site.firstHost + n);

describe.each(["custom", "generic"] as const)("with a %s plan, in ten years of visits", (mode) => {
  it("a text that nobody has costs a probe a week, and hardly more", async () => {
    const [seen] = await lookAt(db, () => find(text("뷁뷁")), { mode });
    expect(seen?.indexes).toContain("visit_search_keys");
    // The way through the index; in every sixteenth week it is looked where visits go on.
    expect(seen?.pages).toBeLessThanOrEqual(5 * weeks);
  });

  it("hosts whom the text names are probed for in a few stretches, not each week", async () => {
    const [seen] = await lookAt(db, () => find(text("뷁뷁", { hosts: hosts(100) })), { mode });
    // A hundred hosts in each week would be 150,000 pages; all their visits are 3,000.
    expect(seen?.pages).toBeLessThanOrEqual(15_000);
  });

  it("a period is read in its own weeks only", async () => {
    const [seen] = await lookAt(db, () => find(text("(주"), ago(1_800, 7)), { mode });
    expect(seen?.pages).toBeLessThanOrEqual(600);
  });

  it.each([
    ["a place", () => ({ location: site.firstPlace })],
    ["a purpose", () => ({ purpose: site.firstPurpose })],
    ["a place and a purpose", () => ({ location: site.firstPlace, purpose: site.firstPurpose })],
    ["a status", () => ({ statuses: ["rejected"] })],
    ["a status and a place", () => ({ location: site.firstPlace, statuses: ["cancelled", "rejected"] })],
  ])("a text of %s looks up the visits that have both, and no others with the text", async (_what, of) => {
    const found = () => find(text("(주"), of());
    const { total } = await found();
    const ofAll = (await find(text("(주"))).total;
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(ofAll / 3);
    const [seen] = await lookAt(db, found, { mode });
    expect(seen?.indexes).toContain("visit_search_keys");
    // Rows of a loop are an average, and weeks are looked for in the visits, beside.
    expect(seen?.rowsRead).toBeLessThanOrEqual(Math.max(total * 1.01, 2 * weeks));
  });

  it.each(["김민", "류옥"])("offering previous visitors named %j reads no other visits", async (q) => {
    const [seen] = await lookAt(db, () => previousVisitors(db, search(q), undefined), { mode });
    expect((seen as Seen).scanned).not.toContain("visits");
    expect(seen?.indexes).toContain("visit_search_keys");
  });
});

it.each([
  ["a place and a purpose", "location_id = :location AND purpose_id = :purpose", {}],
  ["a status", "status_code = 'rejected'", { statuses: ["rejected"] }],
  ["two statuses", "status_code IN ('cancelled', 'rejected')", { statuses: ["cancelled", "rejected"] }],
  [
    "statuses of which the index holds one",
    "status_code IN ('rejected', 'ended')",
    { statuses: ["rejected", "ended"] },
  ],
  ["a status of a place", "status_code = 'rejected' AND location_id = :location", { statuses: ["rejected"] }],
])("a text of %s finds the visits that looking at each finds", async (_what, condition, of) => {
  const place = { location: site.firstPlace, purpose: site.firstPurpose };
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `SELECT id FROM visits WHERE ${condition} AND hidden_at IS NULL AND search_text(name) ~ '김민' ORDER BY start_at DESC, id DESC`,
    place,
  );
  expect(rows.length).toBeGreaterThan(0);
  const asked = Object.entries(place).filter(([name]) => condition.includes(`:${name}`));
  const { ids, total } = await find(text("김민"), { ...of, ...Object.fromEntries(asked) });
  expect(total).toBe(rows.length);
  expect(ids).toEqual(rows.slice(0, size).map(({ id }) => id));
});

it("the keys of a week are made without calling a function for each", async () => {
  const calls = await db.transaction(async (trx) => {
    await trx.raw("SET LOCAL track_functions = 'all'");
    await findVisits(trx, { text: text("뷁뷁") }, { page: 1, size, sort: "-startDate" });
    const { rows } = await trx.raw<{ rows: [{ calls: number }] }>(
      "SELECT coalesce(sum(calls), 0)::integer AS calls FROM pg_stat_xact_user_functions",
    );
    return rows[0].calls;
  });
  expect(calls).toBeLessThan(weeks);
});

it("the pages of the newest visits are seen by vacuum, though few of all have changed", async () => {
  await db.raw("UPDATE visits SET status_code = 'cancelled' WHERE id > ? AND status_code = 'approved'", [
    count - 300,
  ]);
  // The second looks at all pages, and at what the first has taken out of the indexes.
  await db.raw("VACUUM visits");
  await db.raw("VACUUM (DISABLE_PAGE_SKIPPING) visits");
  const { rows } = await db.raw<{ rows: [{ unseen: number }] }>(
    "SELECT relpages - relallvisible AS unseen FROM pg_class WHERE oid = 'visits'::regclass",
  );
  expect(rows[0].unseen).toBe(0);
});

it("the index of periods holds long visits only", async () => {
  const { rows } = await db.raw<{ rows: [{ held: number }] }>(
    "SELECT reltuples::integer AS held FROM pg_class WHERE oid = 'visits_period'::regclass",
  );
  expect(rows[0].held).toBeGreaterThan(0);
  expect(rows[0].held).toBeLessThan(count / 20);
});

it("few are inside, and the planner is told so: whoever is at one place is not looked for among all its visits", async () => {
  const criteria = { statuses: ["entered" as const], location: site.firstPlace };
  const inside = () => findVisits(db, criteria, { page: 1, size, sort: "endDate" });
  const [seen] = await lookAt(db, inside, { mode: "generic" });
  expect(seen?.sql).toContain("v.status_code = 'entered'");
  expect(seen?.indexes).toContain("visits_status");
});

it("no statement starts further processes: a walk in a loop would start them for each week", async () => {
  const { rows } = await db.raw("SELECT current_setting('max_parallel_workers_per_gather') AS processes");
  expect(rows).toEqual([{ processes: "0" }]);
});

it("a car is looked for by its last four digits, which few have", async () => {
  const read = await readText(db, {} as FieldCipher, "12가 3456");
  expect(read.text).toMatchObject({ pairs: ["34", "45", "56"], pattern: "12가3456" });
});
