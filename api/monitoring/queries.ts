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

interface WaitingCommit {
  readonly pid: number;
  /** Names this commit among those of its connection. */
  readonly key: string;
  /** Made by the product, not by an administrator. */
  readonly isOurs: boolean;
}

/** Commits that wait for a synchronous standby, oldest first. */
export async function readWaitingCommits(db: Knex): Promise<WaitingCommit[]> {
  const { rows } = await db.raw<{ rows: WaitingCommit[] }>(
    `SELECT pid, concat(pid, ' ', query_start) AS key, application_name LIKE 'visitor%' AS "isOurs"
     FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database() ORDER BY query_start, pid`,
  );
  return rows;
}

/** Ends connections whose commit still waits; what they wrote stays. */
export const endWaitingCommits = (db: Knex, pids: readonly number[]): Promise<unknown> =>
  db.raw(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid = ANY(:pids)`,
    { pids },
  );
