/** Settings of PostgreSQL connections, and timeouts in milliseconds (docs/reliability.md). */
export const timeLimits = {
  /** Connecting, handshake included. */
  connect: 2_500,
  /** After a failed connection attempt; calls that need a connection fail at once meanwhile. */
  away: 1_000,
  /** Acquiring a connection of the pool. */
  acquire: 5_000,
  /** A statement, enforced by PostgreSQL. */
  statement: 5_000,
  /** A statement of a job or a report. */
  slowStatement: 60_000,
  /** How much later the driver gives up where PostgreSQL did not cancel. */
  grace: 500,
  /** Waiting for a lock. */
  lock: 2_000,
  /** An idle transaction, enforced by PostgreSQL. */
  idleTransaction: 30_000,
  /** Idle time before TCP keep-alive probes. */
  keepAlive: 5_000,
} as const;

export const sessionSettings = {
  // Compiling, or starting parallel workers, takes longer than the product's statements run.
  jit: "off",
  max_parallel_workers_per_gather: 0,
  // Joins of a page's rows are planned in 0.9 ms instead of 5 ms.
  join_collapse_limit: 4,
  // For solid-state disks.
  random_page_cost: 1.1,
  // Searching the access log by visit reads the index's whole pending list.
  gin_pending_list_limit: "256kB",
} as const;

/** PostgreSQL's limits. @param statement_timeout in milliseconds */
export const transactionLimits = (statement_timeout: number) => ({
  statement_timeout,
  lock_timeout: timeLimits.lock,
  idle_in_transaction_session_timeout: timeLimits.idleTransaction,
});
