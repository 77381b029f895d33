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

/** Whether a commit waits for a synchronous standby. */
export const hasWaitingCommits = async (db: Knex): Promise<boolean> =>
  (await db("pg_stat_activity").where({ waitEvent: "SyncRep" }).first("pid")) !== undefined;

/** Commits without changing a row. @throws where that waits */
export const commit = (db: Knex): Promise<unknown> =>
  db.raw("SELECT pg_logical_emit_message(true, 'visitor', '')");

/** Ends the product's connections whose commit still waits; what they wrote stays. */
export const endWaitingCommits = (db: Knex): Promise<unknown> =>
  db.raw(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'
     AND application_name LIKE 'visitor%' AND datname = current_database()`,
  );
