/** Notes what changed, in the transaction of the change, and announces it once that is committed. */
import type { Knex } from "knex";
import type { Logger } from "#api/log.ts";
import type { ChangeKind } from "#contract/live.ts";
import { insertChanges, insertMessageChanges, notifyOfChanges } from "#db/statements/changes.ts";

/** What changed. A visit that gets another host is noted for the one before, too. */
export type Change =
  | { readonly kind: "visit"; readonly visitId: number; readonly hostUserId: number }
  | { readonly kind: Exclude<ChangeKind, "visit"> };

const batchMs = 20;

/** By the configuration object that a pool shares with its transactions; Knex gives them nothing else. */
const announcers = new WeakMap<object, () => void>();

/**
 * From now on what this pool's transactions note is announced. Many commits become one NOTIFY, outside of
 * every transaction: inside, its lock would let transactions commit one after the other only. One that
 * fails costs a delay, because consoles' changes are polled for too.
 */
export function announceChanges(db: Knex, log: Logger): void {
  let isDue = false;
  announcers.set(db.client.config, () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      notifyOfChanges(db).catch((err) => log.warn({ err }, "changes were not announced"));
    }, batchMs).unref();
  });
}

const outermost = (trx: Knex.Transaction): Knex.Transaction =>
  trx.parentTransaction ? outermost(trx.parentTransaction) : trx;

/** Does something once a transaction, with all that it is part of, is committed; nothing where it is not. */
export function afterCommit(trx: Knex.Transaction, work: () => void): void {
  outermost(trx).executionPromise.then(work, () => {});
}

/** Once the transaction is committed consoles are told to look. */
function announce(trx: Knex.Transaction): void {
  const tell = announcers.get(trx.client.config);
  if (tell) afterCommit(trx, tell);
}

/**
 * Notes that messages changed, once for each host whose visits they are about; what is about no visit is for
 * those who read all messages.
 * @param visitIds of the messages, null where one is about none
 */
export async function noteMessages(
  trx: Knex.Transaction,
  visitIds: readonly (number | null)[],
): Promise<void> {
  if (visitIds.length === 0) return;
  await insertMessageChanges(trx, visitIds);
  announce(trx);
}

/** Writes changes down with the transaction; open consoles hear of them after it is committed. */
export async function noteChanges(trx: Knex.Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await insertChanges(trx, changes);
  announce(trx);
}
