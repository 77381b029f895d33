/** What connections to PostgreSQL are told, and how many milliseconds anything waits for them (docs/reliability.md). */
export const timeLimits = {
  /** A new connection, with its handshake. */
  connect: 2_500,
  /** After a connection could not be made; calls that need one fail at once meanwhile. */
  away: 1_000,
  /** A free connection of the pool. */
  acquire: 5_000,
  /** A statement; PostgreSQL cancels it. */
  statement: 5_000,
  /** A statement of a job or a report. */
  slowStatement: 60_000,
  /** How much later the driver gives up a statement that PostgreSQL has not cancelled. */
  grace: 500,
  /** A lock. */
  lock: 2_000,
  /** A transaction that sends nothing; PostgreSQL ends it. */
  idleTransaction: 30_000,
  /** Silence on a connection before TCP asks whether the other side is there. */
  keepAlive: 5_000,
} as const;

export const sessionSettings = {
  // Compiling a statement, or starting parallel workers for it, takes longer than a statement of this product runs.
  jit: "off",
  max_parallel_workers_per_gather: 0,
  // Joins of a page's rows are planned in 0.9 ms instead of 5 ms.
  join_collapse_limit: 4,
  // Solid-state disks.
  random_page_cost: 1.1,
  // Searching the access log by visit reads the index's whole pending list.
  gin_pending_list_limit: "256kB",
} as const;

/** PostgreSQL's own limits, by names that the driver shares. @param statement_timeout in milliseconds */
export const transactionLimits = (statement_timeout: number) => ({
  statement_timeout,
  lock_timeout: timeLimits.lock,
  idle_in_transaction_session_timeout: timeLimits.idleTransaction,
});
