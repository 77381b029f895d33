import type { Knex } from "knex";

const atOnce = 50;

/** Inserts rows a part at a time; gives their ids in the same order. */
export async function insertAll(knex: Knex, table: string, rows: readonly object[]): Promise<number[]> {
  const ids: number[] = [];
  for (let first = 0; first < rows.length; first += atOnce) {
    const inserted: { id: number }[] = await knex(table)
      .insert(rows.slice(first, first + atOnce))
      .returning("id");
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}
