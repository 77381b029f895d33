/** Lets the worker that sends messages begin as soon as a transaction that wrote some is committed. */
import type { Knex } from "knex";
import { afterCommit } from "#db/after-commit.ts";

/** By the configuration object that a pool shares with its transactions. */
const workers = new WeakMap<object, () => void>();

/** From now on `wake` is called after each commit of this pool that wrote messages. @returns how to stop that */
export function onMessages(db: Knex, wake: () => void): () => void {
  const { config } = db.client;
  workers.set(config, wake);
  return () => {
    if (workers.get(config) === wake) workers.delete(config);
  };
}

/** Notifies the worker, if this process has one, once the transaction is committed. */
export function notifyWorkers(trx: Knex.Transaction): void {
  const wake = workers.get(trx.client.config);
  if (wake) afterCommit(trx, wake);
}
