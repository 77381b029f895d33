/** The index of letters with the status, made before the migration as docs/upgrading.md says, or by it. */
import { readFileSync } from "node:fs";
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "#db/knex.ts";
import { migrate, planRollback, rollback } from "#db/migrate.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { type Site, seedSite } from "../support/site.ts";

const name = "20261229010000_indexed_status";

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

/** Back to the version before. */
async function goBack(): Promise<void> {
  let last: string | undefined;
  do {
    last = (await planRollback(database.url))?.migration;
    await rollback(database.url);
  } while (last && !last.startsWith(name));
}

async function add(statusCode: "applied" | "rejected"): Promise<number> {
  const { rows } = await db.raw(
    `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on)
     SELECT '260310-' || lpad((1 + count(*))::text, 5, '0'), ?, ?, ?, now(), now() + interval '1 hour', '김민서', 'public', 'ko', now()::date
     FROM visits RETURNING id`,
    [statusCode, site.host, site.purpose],
  );
  return rows[0].id;
}

/** The statements that the page gives for a large site. */
function statementsBefore(): string[] {
  const [, page = ""] = readFileSync("docs/upgrading.md", "utf8").split(`\`${name}\``);
  const [, sql = ""] = page.split("```sql\n");
  return (sql.split("```")[0] ?? "").split(";").filter((statement) => statement.trim() !== "");
}

const indexOf = async (index: string): Promise<number | null> =>
  (await db.raw("SELECT to_regclass(?)::oid::bigint AS oid", [index])).rows[0].oid;

async function expectSound(): Promise<void> {
  const { rows } = await db.raw(
    `SELECT visit_id FROM visit_search s JOIN visits v ON v.id = s.visit_id
     WHERE s.status_code <> v.status_code OR s.indexed_status IS DISTINCT FROM CASE WHEN v.status_code = 'rejected' THEN 'rejected' END`,
  );
  expect(rows).toEqual([]);
  const { rows: indexes } = await db.raw(
    "SELECT indexname AS name FROM pg_indexes WHERE tablename = 'visit_search' ORDER BY name",
  );
  expect(indexes).toEqual([{ name: "visit_search_keys" }, { name: "visit_search_pkey" }]);
}

it("takes the column and the index that were made before, and fills in what has changed since", async () => {
  await goBack();
  const [rejected, undone, applied] = [await add("rejected"), await add("rejected"), await add("applied")];
  expect(statementsBefore()).toHaveLength(4);
  for (const statement of statementsBefore()) await db.raw(statement);
  await db("visits").where({ id: undone }).update({ statusCode: "applied" });
  await db("visits").where({ id: applied }).update({ statusCode: "rejected" });
  const made = await indexOf("visit_search_status_keys");
  expect(made).not.toBeNull();
  await migrate(database.url);
  expect(await indexOf("visit_search_keys")).toBe(made);
  await expectSound();
  expect(
    await db("visitSearch").where({ indexedStatus: "rejected" }).orderBy("visitId").pluck("visit_id"),
  ).toEqual([rejected, applied]);
});

it("makes both where nothing was made before, and an index anew that was broken off", async () => {
  await goBack();
  await add("rejected");
  await db.raw("ALTER TABLE visit_search ADD COLUMN indexed_status text");
  await db.raw("CREATE INDEX visit_search_status_keys ON visit_search (visit_id)");
  await db.raw(
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'visit_search_status_keys'::regclass",
  );
  await migrate(database.url);
  await expectSound();
});
