/** Stops a job before it destroys an unusual amount, until somebody confirms it (docs/decisions/privacy/paused-jobs.md). */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import type { PausableJob } from "#contract/privacy/paused-jobs.ts";
import { PausedJob } from "#db/models/paused-job.ts";
import { insertUnlessPaused } from "#db/statements/paused-jobs.ts";

export interface Amount {
  /** How much would go, of how much there is. */
  readonly amount: number;
  readonly total: number;
  /** How much goes on a usual day, or in a usual month where months go whole; 0 where none is known yet. */
  readonly usual: number;
}

/** No amount up to this is unusual. */
export const few = 20;

/** More than a tenth of what there is, or ten times the usual day. */
export const isUnusual = ({ amount, total, usual }: Amount): boolean =>
  amount > few && (amount * 10 > total || (usual > 0 && amount > usual * 10));

export interface Work<Done> {
  readonly job: PausableJob;
  /** YYYY-MM-DD by which the job chooses what goes. */
  readonly through: string;
  /** Counts what would go by a day. */
  readonly count: (through: string) => Promise<Amount>;
  readonly run: (through: string) => Promise<Done>;
}

/** Writes down what the job would do. What was found before and not confirmed is replaced. */
async function pause(
  db: Knex,
  { job, through }: Work<unknown>,
  { amount, total }: Amount,
  now: Date,
): Promise<void> {
  await db.transaction(async (trx) => {
    await PausedJob.query(trx).delete().where({ job }).whereNull("doneAt").whereNull("confirmedAt");
    // Somebody has confirmed it at this moment: the next run finds that.
    await insertUnlessPaused(trx, { job, amount, total, through, foundAt: now });
  });
}

/**
 * Runs a job, unless it would destroy an unusual amount that nobody has confirmed. What was confirmed is destroyed up
 * to the day that was confirmed and no further, and only while it is no more than was shown.
 * @returns what the run returns; undefined where it stopped
 */
export async function runUnlessUnusual<Done>(
  { db, clock, log }: Pick<Deps, "db" | "clock" | "log">,
  work: Work<Done>,
): Promise<Done | undefined> {
  const now = clock();
  const { job } = work;
  const waiting = await PausedJob.query(db).findOne({ job }).whereNull("doneAt");
  const found = await work.count(work.through);
  if (!isUnusual(found)) {
    const done = await work.run(work.through);
    if (waiting) await PausedJob.query(db).patch({ doneAt: now }).where({ id: waiting.id });
    return done;
  }
  if (waiting?.confirmedAt) {
    const through = waiting.through < work.through ? waiting.through : work.through;
    const { amount } = await work.count(through);
    if (amount <= waiting.amount) {
      const done = await work.run(through);
      await PausedJob.query(db).patch({ doneAt: now }).where({ id: waiting.id });
      return done;
    }
    // More than was confirmed: that is asked anew.
    await PausedJob.query(db).patch({ doneAt: now }).where({ id: waiting.id });
  }
  await pause(db, work, found, now);
  log.warn(
    { job, amount: found.amount, total: found.total },
    "job paused: it would destroy an unusual amount",
  );
  return undefined;
}
