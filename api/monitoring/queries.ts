/** What `/readyz` asks of the database. */
import type { Knex } from "knex";

/** @throws where there is no answer within some milliseconds */
export const answer = (db: Knex, withinMs: number): Knex.QueryBuilder =>
  db.select({ now: db.fn.now() }).options({ query_timeout: withinMs });

/** Writes a megabyte, which goes with its transaction. @throws where there is no room for it */
export const writeMegabyte = (db: Knex): Promise<unknown> =>
  db.transaction((trx) =>
    trx.raw(`CREATE TEMPORARY TABLE room_needed ON COMMIT DROP AS
      SELECT repeat(md5(n::text), 60) AS filling FROM generate_series(1, 512) AS n`),
  );
