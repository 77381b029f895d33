/** Looks through a whole database for words and bytes. */
import type { Knex } from "knex";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const hexOf = (value: string | Buffer): string => Buffer.from(value).toString("hex");

/** As it stands in a column of text: itself, or its bytes. */
const spellings = (value: string | Buffer): string[] =>
  Buffer.isBuffer(value) ? [hexOf(value), value.toString("base64")] : [value, hexOf(value)];

/** Parts of a second in JSON are digits that are nobody's. */
const partOfSecond = "':\\d\\d\\.\\d+'";

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
  const wantedText = values.flatMap(spellings);
  const wantedBytes = values.map(hexOf);
  const found = new Set<string>();
  for (const { table, column, type } of rows) {
    const isBytes = type === "bytea";
    const whole = isBytes ? `encode("${column}", 'hex')` : `"${column}"::text`;
    const text = type.startsWith("json") ? `regexp_replace(${whole}, ${partOfSecond}, '', 'g')` : whole;
    const { rows: hits } = await db.raw(
      `SELECT 1 FROM ${table} WHERE EXISTS (
         SELECT FROM unnest(CAST(? AS text[])) AS wanted(value) WHERE position(lower(value) IN lower(${text})) > 0) LIMIT 1`,
      [isBytes ? wantedBytes : wantedText],
    );
    if (hits.length > 0) found.add(table);
  }
  return [...found].sort();
}
