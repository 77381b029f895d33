/** A pool as a client of `pg`, for libraries that bring their own SQL: their statements get the pool's names and time limits, too. */
import type { Knex } from "knex";

export interface PgClient {
  query(statement: { readonly text: string; readonly values?: Knex.RawBinding[] }): Promise<unknown>;
}

export const pgClient = (db: Knex): PgClient => ({
  query: async ({ text, values = [] }) =>
    db.raw(
      text.replaceAll(/\$(\d+)/g, ":value$1"),
      Object.fromEntries(values.map((value, index) => [`value${index + 1}`, value])),
    ),
});
