/** Jobs paused before an unusual amount until a privacy officer confirms (docs/decisions/privacy/erasure.md). */
import type { Deps } from "#api/deps.ts";
import { pauseChanged } from "#api/errors.ts";
import { fromInstant } from "#contract/dates.ts";
import type { PausableJob, PausedJobAnswer } from "#contract/privacy/paused-jobs.ts";
import { PausedJob } from "#db/models/paused-job.ts";

export const presentPausedJob = (row: PausedJob, timezone: string): PausedJobAnswer => ({
  job: row.job,
  amount: row.amount,
  total: row.total,
  through: row.through,
  foundAt: fromInstant(row.foundAt, timezone),
  confirmedAt: row.confirmedAt && fromInstant(row.confirmedAt, timezone),
});

/** Unfinished pauses, oldest first. */
export const pausedJobs = async ({ db }: Pick<Deps, "db">): Promise<PausedJob[]> =>
  PausedJob.query(db).whereNull("doneAt").orderBy("foundAt");

/**
 * Allows a job to destroy the shown amount at its next run; after a restore, resumes all jobs.
 * @throws HttpError 405 where the amount changed meanwhile, or was confirmed
 */
export async function confirmPausedJob(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { job, amount, by }: { job: PausableJob; amount: number; by: number },
): Promise<PausedJob> {
  const now = clock();
  const [confirmed] = await db.transaction(async (trx) =>
    PausedJob.query(trx)
      .patch({ confirmedBy: by, confirmedAt: now, ...(job === "restored" && { doneAt: now }) })
      .where({ job, amount })
      .whereNull("doneAt")
      .whereNull("confirmedAt")
      .returning("*"),
  );
  if (!confirmed) throw pauseChanged();
  return confirmed;
}
