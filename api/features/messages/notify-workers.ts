/** Lets the worker that sends messages begin as soon as a transaction that wrote some is committed. */
import type { Knex } from "knex";
import { afterCommit } from "#api/live/changes.ts";
import { databaseState } from "#db/connection.ts";

/** By what the pools of a database share with their transactions. */
const workers = new WeakMap<object, () => void>();

/** From now on `wake` is called after each commit of this process that wrote messages. @returns how to stop that */
export function onMessages(db: Knex, wake: () => void): () => void {
  const state = databaseState(db);
  workers.set(state, wake);
  return () => {
    if (workers.get(state) === wake) workers.delete(state);
  };
}

/** Notifies the worker, if this process has one, once the transaction is committed. */
export function notifyWorkers(trx: Knex.Transaction): void {
  const wake = workers.get(databaseState(trx));
  if (wake) afterCommit(trx, wake);
}
