/** Stops a job before it destroys an unusual amount, until a user confirms it (docs/decisions/privacy/erasure.md). */
import type { Knex } from "knex";
import { type Model, type QueryBuilder, type RawBuilder, raw } from "objection";
import type { Deps } from "#api/deps.ts";
import type { PausableJob } from "#contract/privacy/paused-jobs.ts";
import { AccessLog, EventEntry } from "#db/models/logs.ts";
import { Message } from "#db/models/message.ts";
import { PausedJob } from "#db/models/paused-job.ts";
import { DestructionRegister } from "#db/models/visits/erasure.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { countDue } from "./queries.ts";

export interface Amount {
  /** How much would go, of how much there is. */
  readonly amount: number;
  readonly total: number;
  /** How much goes on a usual day, or in a usual month where months go whole; 0 where none is known yet. */
  readonly usual: number;
}

/** No amount up to this is unusual. */
export const few = 20;

/** The value in the middle; between the two in the middle of an even number. */
function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? 0;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
}

/** All rows are counted only where more than a few would go. @param unit what goes at a time: a day's rows, or a month's */
async function amountOf<M extends Model>(
  all: QueryBuilder<M>,
  going: QueryBuilder<M>,
  unit: RawBuilder,
  most: number,
): Promise<Amount> {
  const amount = await going.resultSize();
  if (amount <= most) return { amount, total: amount, usual: 0 };
  const units = await all.count("* as written").groupBy(unit).castTo<{ written: number }[]>();
  const written = units.map((one) => one.written);
  return { amount, total: written.reduce((sum, one) => sum + one, 0), usual: median(written) };
}

/** Messages without a visit that were written before a moment and not erased. */
export const amountOfOldMessages = (db: Knex, before: Date, most = few): Promise<Amount> =>
  amountOf(
    Message.query(db).whereNull("erasedAt"),
    Message.query(db).whereNull("erasedAt").whereNull("visitId").where("createdAt", "<", before),
    raw("date_trunc('day', created_at AT TIME ZONE 'UTC')"),
    most,
  );

/** Rows of a log in the months, over two years old, that are dropped on a day. @param day YYYY-MM-DD */
export function amountOfOldRows(
  db: Knex,
  log: "access_log" | "events",
  day: string,
  most = few,
): Promise<Amount> {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const before = new Date(Date.UTC(year - 2, month - 1, 1));
  const byMonth = raw("date_trunc('month', at AT TIME ZONE 'UTC')");
  return log === "events"
    ? amountOf(EventEntry.query(db), EventEntry.query(db).where("at", "<", before), byMonth, most)
    : amountOf(AccessLog.query(db), AccessLog.query(db).where("at", "<", before), byMonth, most);
}

/** Visits that the job would destroy by a day, companions included; usual is the median of the last 90 days. @param day YYYY-MM-DD */
export async function amountDue(db: Knex, day: string, most = few): Promise<Amount> {
  const amount = await countDue(db, day);
  const destroyed = await DestructionRegister.query(db)
    .select(raw("sum(cardinality(visit_ids))").as("visits"))
    .where({ reason: "due" })
    .where(raw("cardinality(visit_ids)"), ">", 0)
    .where("at", ">", raw("now() - interval '90 days'"))
    .groupBy(raw("at::date"))
    .castTo<{ visits: number }[]>();
  return {
    amount,
    total: amount > most ? await Visit.query(db).resultSize() : amount,
    usual: median(destroyed.map(({ visits }) => visits)),
  };
}

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

/** Stores what the job would do, in place of what was found before and not confirmed. */
async function pause(
  db: Knex,
  { job, through }: Work<unknown>,
  { amount, total }: Amount,
  now: Date,
): Promise<void> {
  await db.transaction(async (trx) => {
    await PausedJob.query(trx).delete().where({ job }).whereNull("doneAt").whereNull("confirmedAt");
    // One that was confirmed at this moment stays, and the next run finds it.
    await PausedJob.query(trx).insert({ job, amount, total, through, foundAt: now }).onConflict().ignore();
  });
}

/**
 * Runs a job, unless it would destroy an unusual amount that is not confirmed. What was confirmed is destroyed up
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
