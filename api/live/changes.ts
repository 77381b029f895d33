/** Records changes in their transaction, and announces them after the commit. */
import type { Knex } from "knex";
import type { Logger } from "#api/log.ts";
import type { ChangeKind } from "#contract/live.ts";
import { databaseState } from "#db/connection.ts";
import { insertMessageChanges, notifyOfChanges } from "./queries.ts";

/** What changed. A visit that gets another host is recorded for the previous one, too; a delegation for its host and deputies. */
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

/** By what the pools of a database share with their transactions. */
const announcers = new WeakMap<object, () => void>();

/**
 * Announces what transactions of this database record from now on. Many commits become one NOTIFY, outside any
 * transaction: inside, its lock would serialise commits. A failure only costs a delay, because changes are
 * polled too.
 */
export function announceChanges(db: Knex, log: Logger): void {
  let isDue = false;
  announcers.set(databaseState(db), () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      notifyOfChanges(db).catch((err) => log.warn({ err }, "changes were not announced"));
    }, batchMs).unref();
  });
}

/** Announces changes that the transaction has written, after its commit. */
export function announce(trx: Knex.Transaction): void {
  const tell = announcers.get(databaseState(trx));
  if (tell) afterCommit(trx, tell);
}

/** Inserts changes without announcing them: open consoles find them when they poll next. */
export async function insertChanges(trx: Knex.Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await trx("changes").insert(changes);
}

/** Records changes; open consoles are notified after the commit. */
export async function publishChanges(trx: Knex.Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await trx("changes").insert(changes);
  announce(trx);
}

/**
 * Records that messages changed, once for each host whose visits they are about; those about no visit are for
 * readers of all messages.
 * @param visitIds of the messages, null where one is about none
 */
export async function publishMessageChanges(
  trx: Knex.Transaction,
  visitIds: readonly (number | null)[],
): Promise<void> {
  if (visitIds.length === 0) return;
  await insertMessageChanges(trx, visitIds);
  announce(trx);
}

export { channel, deleteOldChanges } from "./queries.ts";
