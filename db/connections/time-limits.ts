/**
 * How long anything waits for the database, in milliseconds: the one place for it. docs/reliability.md says what each
 * means for people who run the server.
 */
export const timeLimits = {
  /** A new connection, with its handshake. */
  connect: 2_500,
  /** A free connection of the pool, and a place among the transactions while these go on. */
  acquire: 8_000,
  /** One statement; PostgreSQL cancels it. */
  statement: 15_000,
  /** How much later the connection is given up, where PostgreSQL did not cancel it. */
  statementGrace: 1_000,
  /** Locks, in one transaction altogether; and a place among the transactions while these wait for locks. */
  lock: 2_000,
  /** A lock, however long the transaction has waited already. */
  leastLock: 200,
  /** A lock, while half of the pool's connections wait for locks already. */
  lockWhileOthersWait: 20,
  /** A lock, of a statement that does the work of several calls; then each is done by itself. */
  batchLock: 100,
  /** Without any transaction ending, those that hold the places count as waiting for locks. */
  jam: 500,
  /** A transaction that sends nothing; PostgreSQL ends it. */
  idleTransaction: 30_000,
  /** After this a statement makes us ask whether the database answers at all. */
  slow: 750,
  /** An answer to that question; without one the database counts as away. */
  answer: 1_500,
  /** The same for `/readyz`, which answers within a second. */
  readyAnswer: 600,
  /** A statement of the library of jobs; after that its connection counts as dead. */
  jobStatement: 5_000,
  /** Nothing for a connection of the library of jobs to do, before it is closed. */
  jobIdle: 1_000,
  /** Silence on a connection before TCP asks whether the other side is there. */
  keepAlive: 5_000,
} as const;
