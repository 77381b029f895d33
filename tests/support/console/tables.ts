/** The content of the database, to compare it before and after a call. */
import type { Knex } from "knex";

/** Tables that every call may write. */
const volatileTables = ["sessions", "rate_limits", "knex_migrations", "knex_migrations_lock"];

/** The log of events with its monthly partitions; refusals of signed-in users are logged, too. */
export const eventLog = /^events(_|$)/;

/** The statement that reads all tables, built once, as all test databases are alike. */
let statement: string | undefined;

/** Partitions are read with their table. */
async function buildStatement(db: Knex): Promise<string> {
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

/** Number and digest of the rows, by table. @param except excluded tables */
export async function contentOfTables(db: Knex, except?: RegExp): Promise<Record<string, string>> {
  statement ??= await buildStatement(db);
  const { rows } = await db.transaction(async (trx) => {
    // starting a parallel worker takes ten times longer than reading
    await trx.raw("SET LOCAL max_parallel_workers_per_gather = 0");
    return trx.raw<{ rows: { name: string; content: string }[] }>(statement as string, [volatileTables]);
  });
  return Object.fromEntries(
    rows.filter(({ name }) => !except?.test(name)).map(({ name, content }) => [name, content]),
  );
}

/** Kinds of the published changes, in order. */
export const changedKinds = async (db: Knex): Promise<string[]> => db("changes").orderBy("id").pluck("kind");

export const lastAccess = (db: Knex) => db("accessLog").orderBy("id", "desc").first();

/** Rows as JSON with bytes decoded as UTF-8, to search them for plain text. */
export const decodedJson = (rows: unknown): string =>
  JSON.stringify(rows, (_key, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString() : value,
  );
