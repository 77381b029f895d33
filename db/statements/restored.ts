/** What a database must not go on with after a restore (docs/backup.md). */
import type { Knex } from "knex";
import { ApiKey } from "../models/api-key.ts";
import { PausedJob } from "../models/paused-job.ts";

/** It is there from before the first table until those who were erased since are erased again. */
const mark = "restore_unfinished";

/** Marks the database that rows will come to: nobody may see who was erased since, or take half a site for a new one. */
export async function markUnfinished(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`CREATE TABLE public.${mark} ()`);
}

/** Takes the mark away, in the transaction that erases again who was erased since. */
export async function markFinished(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`DROP TABLE public.${mark}`);
}

/** Whether a restore was broken off, or is still at work. */
export async function isRestoreUnfinished(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: [{ found: boolean }] }>(
    `SELECT to_regclass('public.${mark}') IS NOT NULL AS found`,
  );
  return rows[0].found;
}

/** @throws Error with a sentence where a restore was broken off, or is still at work */
export async function requireRestored(db: Knex): Promise<void> {
  if (await isRestoreUnfinished(db))
    throw new Error(
      "A restore of this database was broken off, or is still at work: it may hold people who were erased after the " +
        "backup was taken. Run npm run restore again (docs/backup.md).",
    );
}

/**
 * Sends nothing that was queued, since nobody knows whether it went out after the backup was taken, and holds jobs and
 * messages until somebody lets them go on.
 * @returns how many messages were queued
 */
export async function settleRestored(
  trx: Knex.Transaction,
  { now, takenAt }: { readonly now: Date; readonly takenAt: Date },
): Promise<number> {
  const { rowCount: messages } = await trx.raw<{ rowCount: number }>(
    `UPDATE sms_messages SET status = 'unknown', error = 'restored', next_attempt_at = NULL, leased_until = NULL,
       updated_at = :now
     WHERE status IN ('queued', 'sending')`,
    { now },
  );
  await trx.raw(
    `UPDATE webhook_deliveries SET state = 'unknown', error = 'restored', next_attempt_at = NULL, leased_until = NULL,
       finished_at = :now
     WHERE state IN ('waiting', 'sending')`,
    { now },
  );
  // Some may have been revoked after the backup was taken, and nobody knows which.
  await ApiKey.query(trx).patch({ revokedAt: now }).where({ revokedAt: null });
  await PausedJob.query(trx).delete().modify("held");
  await trx.raw(
    `INSERT INTO paused_jobs (job, amount, total, through, found_at)
     SELECT 'restored', 0, 0, :takenAt::timestamptz AT TIME ZONE timezone, :now FROM configuration`,
    { takenAt, now },
  );
  return messages;
}

/** Writes down how many visits there are: whoever lets jobs go on types that number. @returns it */
export async function countRestored(trx: Knex.Transaction): Promise<number> {
  const { rows } = await trx.raw<{ rows: [{ total: number }] }>(
    `UPDATE paused_jobs SET amount = counted.visits, total = counted.visits
     FROM (SELECT count(*) AS visits FROM visits) AS counted
     WHERE job = 'restored' AND done_at IS NULL RETURNING total`,
  );
  return rows[0].total;
}

/** Lets jobs and messages go on. @returns false where nothing held them */
export async function releaseRestored(db: Knex, now: Date): Promise<boolean> {
  const released = await PausedJob.query(db).patch({ confirmedAt: now, doneAt: now }).modify("held");
  return released > 0;
}

/** No new row gets an id that the register names: replayed once more, it would erase somebody else. */
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
