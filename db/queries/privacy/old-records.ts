/** How much of what is kept for a time is older than that: what a job is about to erase. */
import type { Knex } from "knex";

interface Amount {
  readonly amount: number;
  readonly total: number;
  /** Of a day, or of a month where months go whole. */
  readonly usual: number;
}

interface Counted {
  /** `table WHERE …` of all there are. */
  readonly from: string;
  readonly fits: string;
  /** When a row was written. */
  readonly at: string;
  /** What goes at a time: a day's rows, or a month's. */
  readonly unit: "day" | "month";
}

/**
 * Counts rows that fit, and only where those are more than a few all there are, and how many were written in the usual day
 * or month: as many go when their time is over.
 */
async function counted(db: Knex, { from, fits, at, unit }: Counted, bindings: object): Promise<Amount> {
  const { rows } = await db.raw<{ rows: [Amount] }>(
    `WITH going AS (SELECT count(*)::integer AS amount FROM ${from} AND ${fits})
     SELECT amount, CASE WHEN amount > :few THEN (SELECT count(*)::integer FROM ${from}) ELSE amount END AS total,
       CASE WHEN amount > :few THEN coalesce((SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY written) FROM (
         SELECT count(*) AS written FROM ${from} GROUP BY date_trunc('${unit}', ${at} AT TIME ZONE 'UTC')) AS units
       ), 0) ELSE 0 END::float AS usual FROM going`,
    { ...bindings },
  );
  return rows[0];
}

/** Messages that belong to no visit, hold something, and were written before a moment. */
export const amountOfOldMessages = (db: Knex, before: Date, few: number): Promise<Amount> =>
  counted(
    db,
    {
      from: "sms_messages WHERE erased_at IS NULL",
      fits: "visit_id IS NULL AND created_at < :before",
      ...{ at: "created_at", unit: "day" },
    },
    { before, few },
  );

const inDroppedMonths = "at < date_trunc('month', :day::date - interval '2 years') AT TIME ZONE 'UTC'";
const byMonth = { at: "at", unit: "month" } as const;

/** Entries of the access log in months that are dropped on a day, "YYYY-MM-DD". */
export const amountOfOldAccessLog = (db: Knex, day: string, few: number): Promise<Amount> =>
  counted(db, { from: "access_log WHERE true", fits: inDroppedMonths, ...byMonth }, { day, few });

/** Rows of the event log, likewise. */
export const amountOfOldEvents = (db: Knex, day: string, few: number): Promise<Amount> =>
  counted(db, { from: "events WHERE true", fits: inDroppedMonths, ...byMonth }, { day, few });
