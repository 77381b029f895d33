/** Set-based statements of the jobs that delete what is old. */
import type { Knex } from "knex";
import type { Amount } from "./unusual-amount.ts";

type Log = "access_log" | "events";

/** Creates a log's coming months and drops those over two years old. @param today YYYY-MM-DD */
export async function keepMonths(db: Knex, log: Log, today: string): Promise<void> {
  await db.raw("SELECT ??(?::date)", [`keep_${log}`, today]);
}

/** Rows of a log in the months that are dropped on a day. @param day YYYY-MM-DD @param few no more are compared with the rest */
export async function amountOfOldRows(db: Knex, log: Log, day: string, few: number): Promise<Amount> {
  const { rows } = await db.raw<{ rows: [Amount] }>(
    `WITH going AS (
       SELECT count(*) AS amount FROM :log:
       WHERE at < date_trunc('month', :day::date - interval '2 years') AT TIME ZONE 'UTC'
     ), months AS (
       SELECT count(*) AS written FROM :log:, going WHERE amount > :few
       GROUP BY date_trunc('month', at AT TIME ZONE 'UTC')
     )
     SELECT amount, coalesce((SELECT sum(written)::bigint FROM months), amount) AS total,
       coalesce((SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY written) FROM months), 0)::float AS usual
     FROM going`,
    { log, day, few },
  );
  return rows[0];
}

/** Messages without a visit that were written before a moment and not erased; otherwise as above, by the day. */
export async function amountOfOldMessages(db: Knex, before: Date, few: number): Promise<Amount> {
  const { rows } = await db.raw<{ rows: [Amount] }>(
    `WITH going AS (
       SELECT count(*) AS amount FROM sms_messages
       WHERE erased_at IS NULL AND visit_id IS NULL AND created_at < :before
     ), days AS (
       SELECT count(*) AS written FROM sms_messages, going WHERE erased_at IS NULL AND amount > :few
       GROUP BY date_trunc('day', created_at AT TIME ZONE 'UTC')
     )
     SELECT amount, coalesce((SELECT sum(written)::bigint FROM days), amount) AS total,
       coalesce((SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY written) FROM days), 0)::float AS usual
     FROM going`,
    { before, few },
  );
  return rows[0];
}

/**
 * Visits that the job would destroy by a day, companions included, of how many, and on a usual day. All visits are counted only
 * where more than a few would go.
 * @param day YYYY-MM-DD
 */
export async function amountDue(db: Knex, day: string, few: number): Promise<Amount> {
  const { rows } = await db.raw<{ rows: [Amount] }>(
    `WITH due AS (
       SELECT v.id FROM visits v
       WHERE v.destroy_on <= :day::date AND v.status_code NOT IN ('applied', 'approved', 'entered')
         AND NOT EXISTS (SELECT FROM passes p WHERE p.visit_id = v.id)
         AND NOT EXISTS (SELECT FROM visits f WHERE f.leader_id = v.id
           AND (f.status_code IN ('applied', 'approved', 'entered') OR EXISTS (SELECT FROM passes p WHERE p.visit_id = f.id)))
     ), going AS (
       SELECT id FROM due UNION SELECT f.id FROM visits f JOIN due ON f.leader_id = due.id
     ), days AS (
       SELECT sum(cardinality(visit_ids)) AS visits FROM destruction_register
       WHERE reason = 'due' AND cardinality(visit_ids) > 0 AND at > now() - interval '90 days' GROUP BY at::date
     )
     SELECT amount, CASE WHEN amount > :few THEN (SELECT count(*) FROM visits) ELSE amount END AS total,
       coalesce((SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY visits) FROM days), 0)::float AS usual
     FROM (SELECT count(*) AS amount FROM going) AS counted`,
    { day, few },
  );
  return rows[0];
}
