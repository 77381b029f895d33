/** State of a database after a restore (docs/backup.md). */
import type { Knex } from "knex";
import { fromInstant } from "#contract/dates.ts";
import { ApiKey } from "../models/api-key.ts";
import { Configuration } from "../models/configuration.ts";
import { Message } from "../models/message.ts";
import { PausedJob } from "../models/paused-job.ts";
import { Visit } from "../models/visits/visit.ts";
import { WebhookDelivery } from "../models/webhook.ts";

/** Exists from before the first restored table until erasures since the backup are replayed. */
const mark = "restore_unfinished";

/** Marks the database before rows are loaded: an incomplete site must not be served, nor erased visitors shown. */
export async function markUnfinished(trx: Knex.Transaction): Promise<void> {
  await trx.schema.withSchema("public").createTable(mark, () => {});
}

/** Removes the mark, in the transaction that replays erasures. */
export async function markFinished(trx: Knex.Transaction): Promise<void> {
  await trx.schema.withSchema("public").dropTable(mark);
}

/** Whether a restore is incomplete. Read from the catalogue, because only its owner may read the table. */
export async function isRestoreUnfinished(db: Knex): Promise<boolean> {
  const found = await db("pg_catalog.pg_tables").where({ schemaname: "public", tablename: mark }).first();
  return found !== undefined;
}

/** @throws Error with a sentence where a restore is incomplete */
export async function requireRestored(db: Knex): Promise<void> {
  if (await isRestoreUnfinished(db))
    throw new Error(
      "A restore of this database was broken off, or is still at work: it may hold people who were erased after the " +
        "backup was taken. Run npm run restore again (docs/backup.md).",
    );
}

/**
 * Marks queued messages and deliveries as unknown and cancels messages about arrivals, because they may have been sent
 * after the backup; revokes all API keys, because some may have been revoked since; holds jobs and messages until an
 * administrator releases them.
 * @returns number of queued messages
 */
export async function settleRestored(
  trx: Knex.Transaction,
  { now, takenAt }: { readonly now: Date; readonly takenAt: Date },
): Promise<number> {
  const unknown = { error: "restored", nextAttemptAt: null, leasedUntil: null };
  const messages = await Message.query(trx)
    .patch({ ...unknown, status: "unknown", updatedAt: now })
    .whereIn("status", ["queued", "sending"]);
  await WebhookDelivery.query(trx)
    .patch({ ...unknown, state: "unknown", finishedAt: now })
    .whereIn("state", ["waiting", "sending"]);
  await Visit.query(trx).patch({ arrivalPending: false }).where({ arrivalPending: true });
  await ApiKey.query(trx).patch({ revokedAt: now }).where({ revokedAt: null });
  await PausedJob.query(trx).delete().modify("held");
  const { timezone } = await Configuration.query(trx).select("timezone").first().throwIfNotFound();
  const through = fromInstant(takenAt, timezone).slice(0, 10);
  await PausedJob.query(trx).insert({ job: "restored", amount: 0, total: 0, through, foundAt: now });
  return messages;
}

/** Stores the number of visits, which the administrator who releases the jobs has to enter. @returns it */
export async function countRestored(trx: Knex.Transaction): Promise<number> {
  const visits = await Visit.query(trx).resultSize();
  await PausedJob.query(trx).patch({ amount: visits, total: visits }).modify("held");
  return visits;
}

/** Whether jobs and messages are held after a restore. */
export const isHeldAfterRestore = async (db: Knex): Promise<boolean> =>
  (await PausedJob.query(db).select("id").modify("held").first()) !== undefined;

/** Resumes jobs and messages. @returns false where they were not held */
export async function releaseRestored(db: Knex, now: Date): Promise<boolean> {
  const released = await PausedJob.query(db).patch({ confirmedAt: now, doneAt: now }).modify("held");
  return released > 0;
}

/** Skips ids that the erasure register names: replaying it again would erase another person. */
export async function moveSequence(
  trx: Knex.Transaction,
  sequence: string,
  ids: readonly number[],
): Promise<void> {
  const last = ids.reduce((most, one) => Math.max(most, one), 0);
  await trx.raw(
    `SELECT setval(:sequence::regclass, :last) FROM pg_sequences
     WHERE schemaname = 'public' AND sequencename = :sequence AND coalesce(last_value, 0) < :last`,
    { sequence, last },
  );
}
