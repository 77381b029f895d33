/** The content of the database. */
import type { Knex } from "knex";

/** Tables that every call writes. */
const passing = ["sessions", "rate_limits", "knex_migrations", "knex_migrations_lock"];

/** The log of events, which has each refusal of a signed-in user, with its months. */
export const eventLog = /^events(_|$)/;

/** The statement that reads all tables; the same in every test database, so that it is made and planned once. */
let reading: string | undefined;

/** Parts of a table that is divided by month are read with it. */
async function makeReading(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const each = rows.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) || ' ' ||
    coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS content FROM "${name}" AS t`,
  );
  return `SELECT name, content FROM (${each.join(" UNION ALL ")}) AS tables WHERE name <> ALL(?::text[])`;
}

/** Number of rows and a digest of them, by table. @param except tables that are left out */
export async function contentOfTables(db: Knex, except?: RegExp): Promise<Record<string, string>> {
  reading ??= await makeReading(db);
  const { rows } = await db.transaction(async (trx) => {
    // to start a process costs ten times what there is to read
    await trx.raw("SET LOCAL max_parallel_workers_per_gather = 0");
    return trx.raw<{ rows: { name: string; content: string }[] }>(reading as string, [passing]);
  });
  return Object.fromEntries(
    rows.filter(({ name }) => !except?.test(name)).map(({ name, content }) => [name, content]),
  );
}

/** The kinds of the changes that open consoles heard of, in order. */
export const changedKinds = async (db: Knex): Promise<string[]> => db("changes").orderBy("id").pluck("kind");

export const lastAccess = (db: Knex) => db("accessLog").orderBy("id", "desc").first();

/** Rows as text, and their bytes as the letters that these would be. */
export const legible = (rows: unknown): string =>
  JSON.stringify(rows, (_key, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString() : value,
  );
