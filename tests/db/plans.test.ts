import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHostOptions } from "#api/features/host-users/options.ts";
import { listHostUsers } from "#api/features/host-users/rows.ts";
import { visitsOfPerson } from "#api/features/lookup/queries/own-visits.ts";
import { searchHosts } from "#api/features/site/queries.ts";
import { findVisits, type VisitCriteria, type VisitText } from "#api/features/visits/queries/find-visits.ts";
import { nameSearch } from "#api/name-search.ts";
import type { HostUserListQuery } from "#contract/people/host-users.ts";
import { connect } from "#db/connection.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { type Site, seedSite } from "../support/site.ts";

let database: TestDatabase;
let db: Knex;
let site: Site;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 1, isLimited: false });
  site = await seedSite(db);
  await db.raw(
    `INSERT INTO host_users (login_id, name, en_name, company_id)
     SELECT 'many-' || n, chr((44032 + (n * 37) % 11172)::integer) || chr((44032 + (n * 7919) % 11172)::integer),
       'Person ' || n, ? FROM generate_series(1::bigint, 8000) AS n`,
    [site.company],
  );
  await db.raw(
    `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on,
       cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key)
     SELECT '260310-' || lpad(n::text, 5, '0'), 'applied', ?, ?, now(), now() + interval '1 hour',
       '방문객' || n, 'public', 'ko', now()::date, '\\x00', 'k', sha256(n::text::bytea), '\\x00', 'k'
     FROM generate_series(1::bigint, 8000) AS n`,
    [site.host, site.purpose],
  );
  await db.raw("ANALYZE");
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface Asked {
  sql: string;
  bindings: unknown[];
}

/** The plan of a statement that a query sends: its first, or its last. */
async function planOf(query: () => Promise<unknown>, which: "first" | "last" = "first"): Promise<string> {
  const asked: Asked[] = [];
  const note = ({ sql, bindings }: Asked) => {
    if (/^(select|with)/i.test(sql)) asked.push({ sql, bindings });
  };
  db.on("query", note);
  await query();
  db.removeListener("query", note);
  const { sql, bindings } = asked.at(which === "first" ? 0 : -1) as Asked;
  const connection = await db.client.acquireConnection();
  const { rows } = await connection.query({ text: `EXPLAIN ${sql}`, values: bindings });
  await db.client.releaseConnection(connection);
  return rows.map((row: Record<string, string>) => row["QUERY PLAN"]).join("\n");
}

describe("the plan", () => {
  it("of the list of host users as it opens walks their names, a page and not all of them", async () => {
    const plan = await planOf(() => listHostUsers(db, { page: 1, size: 50 }, new Date(0)), "last");
    expect(plan).toContain("host_users_name");
    expect(plan).not.toContain("Seq Scan on host_users h");
  });

  it.each(["김민", "김민ㅅ", "rs", "person 29"])(
    "of a host search for %j goes by the index of letter pairs",
    async (text) => {
      const plan = await planOf(() => searchHosts(db, text, undefined));
      expect(plan).toContain("host_users_search");
      expect(plan).not.toContain("Seq Scan on host_users");
    },
  );

  it.each(["김민", "ㄱㅁ"])("of a search for a colleague named %j does too", async (text) => {
    const lists = [
      () => readHostOptions(db, { name: text }, { lang: "ko", timezone: "Asia/Seoul", now: new Date() }),
      () => listHostUsers(db, { page: 1, size: 20, q: text } as HostUserListQuery, new Date(0)),
    ];
    for (const list of lists) {
      const plan = await planOf(list);
      expect(plan).toContain("host_users_search");
      // One look at login ids and departments, in the list; never one at everybody's letters.
      expect(plan).not.toMatch(/Filter: .*search_pairs/);
    }
  });

  it("of a lookup goes by the number's hash", async () => {
    const plan = await planOf(() =>
      visitsOfPerson(db, {
        hashes: [Buffer.from("a"), Buffer.from("b")],
        name: "홍길동",
        since: new Date(0),
      }),
    );
    expect(plan).toContain("visits_cell_hash");
    expect(plan).not.toContain("Seq Scan on visits");
  });

  it("of a list of visits goes by the index of its filter, in the order of the start", async () => {
    const list = (criteria: VisitCriteria) => () =>
      findVisits(db, criteria, { page: 1, size: 20, sort: "-startDate" });
    expect(await planOf(list({}))).toContain("visits_start");
    expect(await planOf(list({ hosts: [site.otherHost] }))).toContain("visits_host");
    expect(await planOf(list({ statuses: ["ended"] }))).toContain("visits_status");
  });

  it("of a search for a rare name goes by the index of letter pairs", async () => {
    const search = { ...nameSearch("방문객7999"), hosts: [], lastFour: [] };
    const text = { kind: "letters", ...search } as VisitText;
    const plan = await planOf(
      () => findVisits(db, { text }, { page: 1, size: 20, sort: "-startDate" }),
      "last",
    );
    expect(plan).toContain("visit_search_pairs");
  });
});
