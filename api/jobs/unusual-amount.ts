/** Pauses a job before it destroys an unusual amount, until a user confirms it (docs/decisions/privacy/erasure.md). */
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
  /** What would be destroyed. */
  readonly amount: number;
  readonly total: number;
  /** Median per day, or per month where whole months are dropped; 0 where it is not known yet. */
  readonly usual: number;
}

/** Amounts up to this are never unusual. */
export const maxAlwaysUsual = 20;

function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? 0;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
}

/** Counts all rows only above the threshold. @param unit SQL that groups rows by day or month */
async function amountOf<M extends Model>(
  all: QueryBuilder<M>,
  selected: QueryBuilder<M>,
  unit: RawBuilder,
  threshold: number,
): Promise<Amount> {
  const amount = await selected.resultSize();
  if (amount <= threshold) return { amount, total: amount, usual: 0 };
  const units = await all.count("* as rows").groupBy(unit).castTo<{ rows: number }[]>();
  const rows = units.map((one) => one.rows);
  return { amount, total: rows.reduce((sum, one) => sum + one, 0), usual: median(rows) };
}

/** Messages without a visit that were created before an instant and not erased. */
export const amountOfOldMessages = (db: Knex, before: Date, threshold = maxAlwaysUsual): Promise<Amount> =>
  amountOf(
    Message.query(db).whereNull("erasedAt"),
    Message.query(db).whereNull("erasedAt").whereNull("visitId").where("createdAt", "<", before),
    raw("date_trunc('day', created_at AT TIME ZONE 'UTC')"),
    threshold,
  );

/** Rows of the log months, over two years old, that are dropped on a day. @param day YYYY-MM-DD */
export function amountOfOldRows(
  db: Knex,
  log: "access_log" | "events",
  day: string,
  threshold = maxAlwaysUsual,
): Promise<Amount> {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const before = new Date(Date.UTC(year - 2, month - 1, 1));
  const byMonth = raw("date_trunc('month', at AT TIME ZONE 'UTC')");
  return log === "events"
    ? amountOf(EventEntry.query(db), EventEntry.query(db).where("at", "<", before), byMonth, threshold)
    : amountOf(AccessLog.query(db), AccessLog.query(db).where("at", "<", before), byMonth, threshold);
}

/** Visits that the job would destroy by a day, companions included; `usual` is of the last 90 days. @param day YYYY-MM-DD */
export async function amountDue(db: Knex, day: string, threshold = maxAlwaysUsual): Promise<Amount> {
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
    total: amount > threshold ? await Visit.query(db).resultSize() : amount,
    usual: median(destroyed.map(({ visits }) => visits)),
  };
}

/** More than a tenth of the total, or ten times the usual amount. */
export const isUnusual = ({ amount, total, usual }: Amount): boolean =>
  amount > maxAlwaysUsual && (amount * 10 > total || (usual > 0 && amount > usual * 10));

export interface Work<Done> {
  readonly job: PausableJob;
  /** YYYY-MM-DD; the job destroys what is due by this day. */
  readonly through: string;
  /** Counts what would be destroyed by a day. */
  readonly count: (through: string) => Promise<Amount>;
  readonly run: (through: string) => Promise<Done>;
}

/** Stores the amount for confirmation, in place of an earlier unconfirmed one. */
async function pause(
  db: Knex,
  { job, through }: Work<unknown>,
  { amount, total }: Amount,
  now: Date,
): Promise<void> {
  await db.transaction(async (trx) => {
    await PausedJob.query(trx).delete().where({ job }).whereNull("doneAt").whereNull("confirmedAt");
    // Keeps one that was confirmed concurrently; the next run finds it.
    await PausedJob.query(trx).insert({ job, amount, total, through, foundAt: now }).onConflict().ignore();
  });
}

/**
 * Runs a job unless it would destroy an unusual amount without confirmation. A confirmation covers the day it was given for, and
 * at most the amount that was shown.
 * @returns the result of the run; undefined where the job paused
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
    // More than was confirmed: needs another confirmation.
    await PausedJob.query(db).patch({ doneAt: now }).where({ id: waiting.id });
  }
  await pause(db, work, found, now);
  log.warn(
    { job, amount: found.amount, total: found.total },
    "job paused: it would destroy an unusual amount",
  );
  return undefined;
}
