/** SQL of jobs: schedules, log months, due visits, scheduled notifications. */
import type { Knex } from "knex";
import type { Visit } from "#db/models/visits/visit.ts";

/** Claims the jobs that have become due since they were last queued. @returns their names */
export async function claimDueJobs(trx: Knex.Transaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `UPDATE job_runs SET queued_at = now()
     WHERE queued_at < CASE WHEN minute IS NULL THEN date_trunc('minute', now())
       ELSE date_trunc('hour', now() - make_interval(mins => minute), 'UTC') + make_interval(mins => minute) END
     RETURNING name`,
  );
  return rows.map(({ name }) => name);
}

/** Dates jobs now that a clock which was ahead has queued. @returns their names */
export async function claimFutureJobs(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    "UPDATE job_runs SET queued_at = now() WHERE queued_at > now() + interval '1 minute' RETURNING name",
  );
  return rows.map(({ name }) => name);
}

/** Creates a log's coming months and drops those over two years old. @param today YYYY-MM-DD */
export async function maintainMonths(db: Knex, log: "access_log" | "events", today: string): Promise<void> {
  await db.raw("SELECT ??(?::date)", [`keep_${log}`, today]);
}

/** A visit's position in the order of destruction; `destroyOn` may be "-infinity". */
export type DuePlace = Pick<Visit, "id" | "destroyOn">;

/** Visits due on a day or earlier that can be destroyed, longest due first. */
export async function dueVisits(
  db: Knex,
  { day, after, limit }: { readonly day: string; readonly after: DuePlace; readonly limit: number },
): Promise<DuePlace[]> {
  const { rows } = await db.raw<{ rows: DuePlace[] }>(
    `SELECT v.id, v.destroy_on AS "destroyOn" FROM visits v
     WHERE v.destroy_on <= :day::date AND (v.destroy_on, v.id) > (:destroyOn::date, :id::integer)
       AND v.status_code NOT IN ('applied', 'approved', 'entered')
       AND NOT EXISTS (SELECT FROM passes p WHERE p.visit_id = v.id)
       AND NOT EXISTS (SELECT FROM visits f WHERE f.leader_id = v.id
         AND (f.status_code IN ('applied', 'approved', 'entered') OR EXISTS (SELECT FROM passes p WHERE p.visit_id = f.id)))
     ORDER BY v.destroy_on, v.id LIMIT :limit`,
    { day, ...after, limit },
  );
  return rows;
}

/** How many visits the job would destroy by a day (YYYY-MM-DD), companions included. */
export async function countDue(db: Knex, day: string): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ count: number }] }>(
    `WITH due AS (
       SELECT v.id FROM visits v
       WHERE v.destroy_on <= :day::date AND v.status_code NOT IN ('applied', 'approved', 'entered')
         AND NOT EXISTS (SELECT FROM passes p WHERE p.visit_id = v.id)
         AND NOT EXISTS (SELECT FROM visits f WHERE f.leader_id = v.id
           AND (f.status_code IN ('applied', 'approved', 'entered') OR EXISTS (SELECT FROM passes p WHERE p.visit_id = f.id)))
     )
     SELECT count(*) FROM (SELECT id FROM due UNION SELECT f.id FROM visits f JOIN due ON f.leader_id = due.id) AS going`,
    { day },
  );
  return rows[0].count;
}

/* Scheduled notifications, each claimed by one process, once for each start or end of a visit. */

interface Between {
  readonly since: Date;
  readonly until: Date;
  readonly limit: number;
}

/** Visits inside, not overnight, that ended within a period. @returns their ids */
export async function claimOverstays(trx: Knex.Transaction, between: Between): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { visitId: number }[] }>(
    `INSERT INTO visit_notices (visit_id, event, about)
     SELECT v.id, 'overstayHost', v.end_at FROM visits v
     WHERE v.hidden_at IS NULL AND v.status_code = 'entered' AND v.overnight_at IS NULL
       AND v.end_at <= :until AND v.end_at > :since
       AND NOT EXISTS (SELECT FROM visit_notices n
         WHERE n.visit_id = v.id AND n.event = 'overstayHost' AND n.about = v.end_at)
     ORDER BY v.id LIMIT :limit
     ON CONFLICT (visit_id, event) DO UPDATE SET about = excluded.about WHERE visit_notices.about <> excluded.about
     RETURNING visit_id AS "visitId"`,
    { ...between },
  );
  return rows.map(({ visitId }) => visitId);
}

/** Approved visits that begin in a period and were created before an instant. @returns their ids */
export async function claimDaysBefore(
  trx: Knex.Transaction,
  between: Between & { readonly madeBefore: Date },
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { visitId: number }[] }>(
    `INSERT INTO visit_notices (visit_id, event, about)
     SELECT v.id, 'dayBefore', v.start_at FROM visits v
     WHERE v.hidden_at IS NULL AND v.status_code = 'approved'
       AND v.start_at >= :since AND v.start_at < :until AND v.created_at < :madeBefore
       AND NOT EXISTS (SELECT FROM visit_notices n
         WHERE n.visit_id = v.id AND n.event = 'dayBefore' AND n.about = v.start_at)
     ORDER BY v.id LIMIT :limit
     ON CONFLICT (visit_id, event) DO UPDATE SET about = excluded.about WHERE visit_notices.about <> excluded.about
     RETURNING visit_id AS "visitId"`,
    { ...between },
  );
  return rows.map(({ visitId }) => visitId);
}
