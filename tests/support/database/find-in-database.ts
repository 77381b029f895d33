/** Searches a whole database for texts and bytes. */
import type { Knex } from "knex";

const hexOf = (value: string | Buffer): string => Buffer.from(value).toString("hex");

/** Forms of a value in text columns. */
const spellings = (value: string | Buffer): string[] =>
  Buffer.isBuffer(value) ? [hexOf(value), value.toString("base64")] : [value, hexOf(value)];

/** Fractions of seconds, removed because they could match digits of a number. */
const partOfSecond = /:\d\d\.\d+/g;

/**
 * Searches text, JSON, bytes and arrays in all tables, except those of PostgreSQL itself.
 * @returns the tables that contain one of the values, as "schema.table"
 */
export async function findInDatabase(db: Knex, values: readonly (string | Buffer)[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { table: string; texts: string; bytes: string }[] }>(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table,
       coalesce(string_agg(format('%I::text', c.column_name), ', ') FILTER (WHERE c.data_type <> 'bytea'), '') AS texts,
       coalesce(string_agg(format('encode(%I, ''hex'')', c.column_name), ', ') FILTER (WHERE c.data_type = 'bytea'), '') AS bytes
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') AND t.table_type = 'BASE TABLE'
       AND c.data_type IN ('text', 'character varying', 'character', 'bytea', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED')
     GROUP BY 1 ORDER BY 1`,
  );
  const wantedTexts = values.flatMap(spellings).map((value) => value.toLowerCase());
  const wantedBytes = values.map(hexOf);
  const found: string[] = [];
  for (const { table, texts, bytes } of rows) {
    const { rows: written } = await db.raw<{ rows: { text: string; bytes: string }[] }>(
      `SELECT concat_ws(E'\\n', ${texts || "''"}) AS text, concat_ws(E'\\n', ${bytes || "''"}) AS bytes FROM ${table}`,
    );
    const text = written.map((row) => row.text.toLowerCase().replace(partOfSecond, "")).join("\n");
    const hex = written.map((row) => row.bytes).join("\n");
    if (wantedTexts.some((value) => text.includes(value)) || wantedBytes.some((value) => hex.includes(value)))
      found.push(table);
  }
  return found;
}
