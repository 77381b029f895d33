/** What stands in the database: that nothing changed, and what was kept of a call. */
import type { Knex } from "knex";

/** Written by every call: when somebody was last there, and how often they called. */
const passing = ["sessions", "rate_limits", "knex_migrations", "knex_migrations_lock"];

/** The log of events, which keeps each refusal of somebody signed in, with its months. */
export const eventLog = /^events(_|$)/;

/** Number of rows and a digest of them, by table. @param besides tables that are left out */
export async function contentOfTables(db: Knex, besides?: RegExp): Promise<Record<string, string>> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL(?::text[]) ORDER BY 1",
    [passing],
  );
  const content = rows
    .filter(({ name }) => !besides?.test(name))
    .map(
      ({ name }) => `SELECT '${name}' AS name, count(*) || ' ' ||
    coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS content FROM "${name}" AS t`,
    );
  const found = await db.raw<{ rows: { name: string; content: string }[] }>(content.join(" UNION ALL "));
  return Object.fromEntries(found.rows.map(({ name, content }) => [name, content]));
}

/** Of what kinds the changes were that open consoles were told of, in order. */
export const changedKinds = async (db: Knex): Promise<string[]> => db("changes").orderBy("id").pluck("kind");

/** The newest row of the access log. */
export const lastAccess = (db: Knex) => db("accessLog").orderBy("id", "desc").first();

/** Rows as text, and their bytes as the letters that these would be. */
export const legible = (rows: unknown): string =>
  JSON.stringify(rows, (_key, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString() : value,
  );
