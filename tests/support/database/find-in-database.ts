/** Looks through a whole database for words and bytes. */
import type { Knex } from "knex";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Text as it stands in a column, and in bytes. */
const spellings = (value: string | Buffer): string[] =>
  Buffer.isBuffer(value)
    ? [value.toString("hex"), value.toString("base64")]
    : [value, Buffer.from(value).toString("hex")];

/**
 * Looks into every column of every table of every schema but the server's own: text, JSON, bytes and lists.
 * @returns the tables that hold one of the values, as "schema.table"
 */
export async function findInDatabase(db: Knex, values: readonly (string | Buffer)[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: Column[] }>(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table, c.column_name AS column, c.data_type AS type
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') AND t.table_type = 'BASE TABLE'
       AND c.data_type IN ('text', 'character varying', 'character', 'bytea', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED')`,
  );
  const wanted = values.flatMap(spellings);
  const found = new Set<string>();
  for (const { table, column, type } of rows) {
    const text = type === "bytea" ? `encode("${column}", 'hex')` : `"${column}"::text`;
    const { rows: hits } = await db.raw(
      `SELECT 1 FROM ${table} WHERE EXISTS (
         SELECT FROM unnest(CAST(? AS text[])) AS wanted(value) WHERE position(lower(value) IN lower(${text})) > 0) LIMIT 1`,
      [wanted],
    );
    if (hits.length > 0) found.add(table);
  }
  return [...found].sort();
}
