/** Looks through a whole database for words and bytes. */
import type { Knex } from "knex";

const hexOf = (value: string | Buffer): string => Buffer.from(value).toString("hex");

/** As it stands in a column of text: itself, or its bytes. */
const spellings = (value: string | Buffer): string[] =>
  Buffer.isBuffer(value) ? [hexOf(value), value.toString("base64")] : [value, hexOf(value)];

/** Parts of a second are digits that are nobody's. */
const partOfSecond = /:\d\d\.\d+/g;

/**
 * Looks into every column of every table of every schema but the server's own: text, JSON, bytes and lists.
 * @returns the tables that hold one of the values, as "schema.table"
 */
export async function findInDatabase(db: Knex, values: readonly (string | Buffer)[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { table: string }[] }>(
    `SELECT format('%I.%I', table_schema, table_name) AS table FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const wanted = values.flatMap(spellings).map((value) => value.toLowerCase());
  const found: string[] = [];
  for (const { table } of rows) {
    const { rows: written } = await db.raw<{ rows: { row: string }[] }>(
      `SELECT t::text AS row FROM ${table} AS t`,
    );
    const text = written.map(({ row }) => row.toLowerCase().replace(partOfSecond, "")).join("\n");
    if (wanted.some((value) => text.includes(value))) found.push(table);
  }
  return found.sort();
}
