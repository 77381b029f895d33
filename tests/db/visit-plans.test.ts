import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestedVisits } from "#api/features/privacy/queries.ts";
import { companionsOf } from "#api/features/privacy/visit-groups.ts";
import { lockEndedVisits } from "#api/features/visits/with-locked-visit.ts";
import { dueVisits } from "#api/jobs/queries.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { connect } from "#db/connection.ts";
import { hostsNamed } from "#db/queries/host-users/by-name.ts";
import { messageRows } from "#db/queries/messages/list.ts";
import { readProgress } from "#db/queries/visits/board.ts";
import type { VisitCriteria } from "#db/queries/visits/criteria.ts";
import { previousVisitors } from "#db/queries/visits/previous-visitors.ts";
import { visitRows } from "#db/queries/visits/rows.ts";
import { findVisits } from "#db/queries/visits/search.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { lookAt, type Seen } from "../support/database/explain.ts";
import { type ManyVisitsSite, noon, seedVisits } from "../support/database/many-visits.ts";
import {
  type Asked,
  ago,
  criteriaOf,
  enough,
  lookThrough,
  questionsOf,
  search,
  size,
  text,
  timezone,
  today,
  walk,
} from "../support/database/visit-questions.ts";

/** Enough that each place, purpose and status has more than are counted; a million for the full tests. */
const count = process.env.TEST_FULL ? 1_000_000 : 150_000;

let database: TestDatabase;
let db: Knex;
let emptyDatabase: TestDatabase;
let empty: Knex;
let site: ManyVisitsSite;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 1, isLimited: false });
  emptyDatabase = await testDatabase();
  empty = connect(emptyDatabase.url, { poolSize: 1 });
  site = await seedVisits(db, count);
}, 600_000);
afterAll(async () => {
  await Promise.all([db.destroy(), empty.destroy()]);
  await Promise.all([database.drop(), emptyDatabase.drop()]);
}, 60_000);

/** Names only, so that tests can be named before there are records. */
const names = Object.keys(
  questionsOf({ firstHost: 1, firstPlace: 1, firstPurpose: 1 } as ManyVisitsSite, count),
);

const large = ["visits", "visit_search", "visit_logs", "host_users"];

function expectFrugal(seen: Seen, { pages = walk, rows = enough }: Pick<Asked, "pages" | "rows">) {
  expect(seen.scanned.filter((table) => large.includes(table))).toEqual([]);
  expect(seen.pages).toBeLessThanOrEqual(pages);
  // What overlaps the beginning of a period, or a week that is begun, comes on top.
  expect(seen.rowsRead).toBeLessThanOrEqual(rows + 2_000);
}

it("keeps one plan for a list of a status and some days, whichever they are", async () => {
  const single = connect(database.url, { poolSize: 1 });
  try {
    for (let n = 0; n < 8; n++) {
      await findVisits(single, { statuses: ["ended"], ...ago(n, 3) }, { page: 1, size, sort: "-startDate" });
    }
    const { rows } = await single.raw(
      "SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements WHERE statement LIKE ?",
      ["WITH RECURSIVE found AS%"],
    );
    // PostgreSQL compares after five plans of their own.
    expect(rows).toMatchObject([{ generic: 3, custom: 5 }]);
  } finally {
    await single.destroy();
  }
});

describe.each(["custom", "generic"] as const)("with a %s plan, among many visits", (mode) => {
  it.each(names)("finding %s reads little", async (name) => {
    const asked = questionsOf(site, count)[name] as Asked;
    const { criteria, sort = "-startDate", page = 1 } = asked;
    const query = () => findVisits(empty, criteria, { page, size, sort });
    const [seen, ...others] = await lookAt(db, query, { mode, sentTo: empty });
    expect(others).toEqual([]);
    expectFrugal(seen as Seen, asked);
  });

  it("reading a page of visits looks each up by its id", async () => {
    const { ids } = await findVisits(db, {}, { page: 3, size, sort: "-startDate" });
    expect(ids).toHaveLength(size);
    const [seen] = await lookAt(db, () => visitRows(db, ids), { mode });
    expect(seen?.scanned.filter((table) => large.includes(table))).toEqual([]);
    expect(seen?.pages).toBeLessThanOrEqual(40 * size);
  });

  it("reading today's board reads today's visits", async () => {
    const seen = await lookAt(db, () => readProgress(empty, today, { now: noon, timezone, limit: 500 }), {
      mode,
      sentTo: empty,
    });
    expect(seen).toHaveLength(1);
    for (const one of seen) expectFrugal(one, { pages: lookThrough });
  });

  it("finding what the job destroys next reads a batch", async () => {
    for (const day of ["2026-03-10", "2027-03-12"]) {
      const after = { destroyOn: "-infinity", id: 0 };
      const [seen] = await lookAt(db, () => dueVisits(db, { day, after, limit: 200 }), { mode });
      expectFrugal(seen as Seen, { pages: lookThrough, rows: 2_000 });
    }
  });

  it("finding a person's visits for a request goes by the number", async () => {
    const hashes = [Buffer.alloc(32, 1), Buffer.alloc(32)];
    const [seen] = await lookAt(db, () => requestedVisits(db, [{ id: 1, hashes }]), { mode });
    expectFrugal(seen as Seen, { pages: 100, rows: 100 });
  });

  it.each(["김민", "ㄱㅁㅅ", "류옥", "김민서", "(주", "뷁뷁"])(
    "offering previous visitors named %j reads the latest weeks only",
    async (q) => {
      const offered = await previousVisitors(db, search(q), undefined);
      if (q === "뷁뷁" || q === "(주") expect(offered).toEqual([]);
      else if (q !== "류옥") expect(offered).toHaveLength(8);
      const seen = await lookAt(db, () => previousVisitors(db, search(q), undefined), { mode });
      // only where the latest are nobody's names does it go on
      expect(seen).toHaveLength(q === "(주" ? 2 : 1);
      for (const [n, statement] of seen.entries()) {
        // so many visits are looked up, and what else is in the week of the last of them
        expectFrugal(statement, { pages: 5 * walk + (n === 0 ? 100 : 1_000) * 4.2 + count / 50 });
        expect(statement.indexes).toContain("visit_search_keys");
      }
    },
  );

  it("offering a host's previous visitors reads that host's visits", async () => {
    const own = () => previousVisitors(db, search("김민"), [site.firstHost]);
    const [seen] = await lookAt(db, own, { mode });
    expectFrugal(seen as Seen, {});
    expect(seen?.indexes).toContain("visits_host");
  });

  it("finding the messages of a host reads that host's visits", async () => {
    const own = () => messageRows(db, { host: [site.firstHost] }, { page: 1, size, sort: undefined });
    for (const seen of await lookAt(db, own, { mode })) expectFrugal(seen, {});
  });

  it.each(["김민", "ㄱㅁ", "류옥", "김민서"])(
    "finding the hosts named %j goes by their letters",
    async (q) => {
      const [seen] = await lookAt(db, () => hostsNamed(db, search(q)), { mode });
      expect(seen?.scanned).toEqual([]);
      // Those who resigned are few here: looking at each of them may be less than looking up letters.
      expect([
        ["host_users_search", "host_users_resigned_search"],
        ["host_users_search", "host_users_resigned"],
      ]).toContainEqual(seen?.indexes);
    },
  );
});

describe("the indexes of visits", () => {
  const me = () => site.firstHost;
  /** By index: what it is for, as a query that uses it. */
  const uses: Record<string, () => Promise<unknown>> = {
    visits_pkey: () => visitRows(db, [1, 2, 3]),
    visits_reserve_no_key: () => findVisits(db, { text: numbered }, { page: 1, size, sort: "-startDate" }),
    visits_cell_hash: () => requestedVisits(db, [{ id: 1, hashes: [Buffer.alloc(32, 1)] }]),
    visits_last_four: () => find({ text: text("3456", { lastFour: [Buffer.alloc(32, 1)] }) }),
    visits_leader: () => companionsOf(db, [1, 2, 3]),
    visits_start: () => find({}),
    visits_status: () => find({ statuses: ["rejected"] }),
    visits_host: () => find({ host: [me()] }),
    visits_open: () => find(criteriaOf("ownRequests", me())),
    visits_location: () => find({ location: site.firstPlace }),
    visits_purpose: () => find({ purpose: site.firstPurpose }),
    visits_period: () => find(today),
    visits_due: () =>
      db.transaction((trx) =>
        lockEndedVisits(trx, { before: today.from, limit: 200, timezone: "Asia/Seoul" }),
      ),
    visits_destroy: () =>
      dueVisits(db, { day: "2026-03-10", after: { destroyOn: "-infinity", id: 0 }, limit: 200 }),
    visits_hidden: async () => db("visits").whereNotNull("hiddenAt").orderBy(["destroyOn", "id"]).limit(size),
  };
  const numbered = { kind: "reserveNo", first: "251110-0A0A0", beyond: "251110-0A0A0~" } as const;
  const find = (criteria: VisitCriteria) => findVisits(db, criteria, { page: 1, size, sort: "-startDate" });

  it("are those that a query uses", async () => {
    const { rows } = await db.raw<{ rows: { name: string }[] }>(
      "SELECT indexname AS name FROM pg_indexes WHERE tablename = 'visits'",
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(uses).sort());
  });

  it.each(Object.keys(uses))("has a use for %s", async (name) => {
    const use = uses[name] as () => Promise<unknown>;
    // Its statuses are values, which only a custom plan compares with those of the partial index.
    const mode = name === "visits_due" ? "custom" : "generic";
    const indexes = (await lookAt(db, use, { mode })).flatMap((seen) => seen.indexes);
    expect(indexes).toContain(name);
  });
});

describe("the statements", () => {
  it("are the same text whatever is asked for, so that their plans are kept", async () => {
    const texts = new Set<string>();
    for (const [q, page] of [
      ["김민", 1],
      ["(주", 2],
      ["ㄱㅁㅅ", 7],
    ] as const)
      for (const statuses of [["ended"], ["ended", "rejected", "cancelled"]] as StatusCode[][]) {
        const query = () => findVisits(db, { statuses, text: text(q) }, { page, size, sort: "-startDate" });
        for (const { sql } of await lookAt(db, query, { mode: "generic" })) texts.add(sql);
      }
    expect(texts.size).toBe(1);
  });
});

describe("the keys of a visit's letters", () => {
  it("are the pairs of its texts, each in its week, and none across two texts", async () => {
    const { rows } = await db.raw(
      `SELECT array(SELECT unnest(search_keys(2900, visit_letters(name, company, car_number))) ORDER BY 1) AS keys,
         array(SELECT '2900:' || unnest(search_pairs(name) || search_pairs(company) || search_pairs(car_number)) ORDER BY 1) AS pairs
       FROM visits ORDER BY id LIMIT 500`,
    );
    expect(rows).toHaveLength(500);
    for (const { keys, pairs } of rows) expect(keys).toEqual(pairs);
  });

  it("count weeks from Mondays, UTC", async () => {
    const weekOf = async (moment: string) =>
      (await db.raw("SELECT week_number(?) AS week, week_start(week_number(?)) AS start", [moment, moment]))
        .rows[0];
    expect(await weekOf("2026-03-09T00:00:00Z")).toEqual(await weekOf("2026-03-15T23:59:59Z"));
    expect((await weekOf("2026-03-15T23:59:59Z")).start).toEqual(new Date("2026-03-09T00:00:00Z"));
    expect((await weekOf("2026-03-16T00:00:00Z")).start).toEqual(new Date("2026-03-16T00:00:00Z"));
  });
});
