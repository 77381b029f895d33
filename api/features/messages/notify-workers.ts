/** Lets the sender of this process begin as soon as a transaction that wrote messages is committed. */
import type { Knex } from "knex";
import { afterCommit } from "#api/live/changes.ts";

/** By the configuration object that a pool shares with its transactions. */
const senders = new WeakMap<object, () => void>();

/** From now on `wake` is called after each commit of this pool that wrote messages. @returns how to stop that */
export function onMessages(db: Knex, wake: () => void): () => void {
  const { config } = db.client;
  senders.set(config, wake);
  return () => {
    if (senders.get(config) === wake) senders.delete(config);
  };
}

/** Wakes the sender, if this process has one, once the transaction is committed. */
export function wakeSenders(trx: Knex.Transaction): void {
  const wake = senders.get(trx.client.config);
  if (wake) afterCommit(trx, wake);
}
