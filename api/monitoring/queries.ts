/** Queries of `/readyz`. */
import type { Knex } from "knex";

/** @throws where the database does not answer within some milliseconds */
export const answer = (db: Knex, withinMs: number): Knex.QueryBuilder =>
  db.select({ now: db.fn.now() }).options({ query_timeout: withinMs });

/** Writes a megabyte, which is dropped at commit. @throws where the disk is full */
export const writeMegabyte = (db: Knex): Promise<unknown> =>
  db.transaction((trx) =>
    trx.raw(`CREATE TEMPORARY TABLE room_needed ON COMMIT DROP AS
      SELECT repeat(md5(n::text), 60) AS filling FROM generate_series(1, 512) AS n`),
  );
