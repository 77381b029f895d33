/** Stores changes in their transaction, and announces them after the commit. */
import type { Knex } from "knex";
import type { Logger } from "#api/log.ts";
import type { ChangeKind } from "#contract/live.ts";
import { databaseState } from "#db/connection.ts";
import { insertMessageChanges, notifyListeners } from "./queries.ts";

/** A changed record. A visit that gets another host is published for the previous one, too; a delegation for host and deputies. */
export type Change =
  | { readonly kind: "visit"; readonly visitId: number; readonly hostUserId: number }
  | { readonly kind: "delegation"; readonly hostUserId: number }
  | { readonly kind: Exclude<ChangeKind, "visit" | "delegation"> };

const batchMs = 20;

/** Calls a function after the outermost transaction is committed; never if it is rolled back. */
export function afterCommit(trx: Knex.Transaction, work: () => void): void {
  let outermost = trx;
  while (outermost.parentTransaction) outermost = outermost.parentTransaction;
  outermost.executionPromise.then(work, () => {});
}

/** By the state that a database's pools and transactions share. */
const announcers = new WeakMap<object, () => void>();

/**
 * Announces changes of this database from now on. Many commits cause one NOTIFY, outside of their transactions, where its lock
 * would serialise commits. A failure only causes a delay, because changes are also polled.
 */
export function announceChanges(db: Knex, log: Logger): void {
  let isDue = false;
  announcers.set(databaseState(db), () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      notifyListeners(db).catch((err) => log.warn({ err }, "changes were not announced"));
    }, batchMs).unref();
  });
}

/** Announces the transaction's changes after its commit. */
export function announce(trx: Knex.Transaction): void {
  const announcer = announcers.get(databaseState(trx));
  if (announcer) afterCommit(trx, announcer);
}

/** Inserts changes without announcing them; the next poll finds them. */
export async function insertChanges(trx: Knex.Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await trx("changes").insert(changes);
}

/** Inserts changes, and notifies open consoles after the commit. */
export async function publishChanges(trx: Knex.Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await trx("changes").insert(changes);
  announce(trx);
}

/**
 * Publishes a change of messages for each host of their visits; messages without a visit are for readers of all messages.
 * @param visitIds of the messages, null for a message without a visit
 */
export async function publishMessageChanges(
  trx: Knex.Transaction,
  visitIds: readonly (number | null)[],
): Promise<void> {
  if (visitIds.length === 0) return;
  await insertMessageChanges(trx, visitIds);
  announce(trx);
}

export { channel, deleteOldChanges, insertMessageChanges } from "./queries.ts";
