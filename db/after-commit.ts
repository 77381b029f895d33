/** Work that waits for a commit. */
import type { Knex } from "knex";
import { asOthers } from "./connections/places.ts";

const outermost = (trx: Knex.Transaction): Knex.Transaction =>
  trx.parentTransaction ? outermost(trx.parentTransaction) : trx;

/** Calls a function after the outermost transaction is committed; never if it is rolled back. What it begins is no call's. */
export function afterCommit(trx: Knex.Transaction, work: () => void): void {
  outermost(trx).executionPromise.then(
    () => asOthers(work),
    () => {},
  );
}
