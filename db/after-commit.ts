/** Work that waits for a commit. */
import type { Knex } from "knex";

const outermost = (trx: Knex.Transaction): Knex.Transaction =>
  trx.parentTransaction ? outermost(trx.parentTransaction) : trx;

/** Calls a function after the outermost transaction is committed; never if it is rolled back. */
export function afterCommit(trx: Knex.Transaction, work: () => void): void {
  outermost(trx).executionPromise.then(work, () => {});
}
