/** How much of what is kept for a time is older than that: what a job is about to erase. */
import type { Knex } from "knex";

interface Amount {
  readonly amount: number;
  readonly total: number;
  readonly usual: number;
}

/** Counts rows that fit, and all there are only where those are more than a few. */
async function counted(db: Knex, from: string, fits: string, bindings: object): Promise<Amount> {
  const { rows } = await db.raw<{ rows: [Amount] }>(
    `WITH going AS (SELECT count(*)::integer AS amount FROM ${from} AND ${fits})
     SELECT amount, CASE WHEN amount > :few THEN (SELECT count(*)::integer FROM ${from}) ELSE amount END AS total,
       0 AS usual FROM going`,
    { ...bindings },
  );
  return rows[0];
}

/** Messages that belong to no visit, hold something, and were written before a moment. */
export const amountOfOldMessages = (db: Knex, before: Date, few: number): Promise<Amount> =>
  counted(db, "sms_messages WHERE erased_at IS NULL", "visit_id IS NULL AND created_at < :before", {
    before,
    few,
  });

const inDroppedMonths = "at < date_trunc('month', :day::date - interval '2 years') AT TIME ZONE 'UTC'";

/** Entries of the access log in months that are dropped on a day, "YYYY-MM-DD". */
export const amountOfOldAccessLog = (db: Knex, day: string, few: number): Promise<Amount> =>
  counted(db, "access_log WHERE true", inDroppedMonths, { day, few });

/** Rows of the event log, likewise. */
export const amountOfOldEvents = (db: Knex, day: string, few: number): Promise<Amount> =>
  counted(db, "events WHERE true", inDroppedMonths, { day, few });
