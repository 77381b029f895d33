/** SQL of jobs: schedules, log months, due visits, scheduled notifications. */
import type { Knex } from "knex";
import { raw } from "objection";
import { openStatuses } from "#api/features/privacy/erase.ts";
import { JobRun } from "#db/models/job-run.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit } from "#db/models/visits/visit.ts";

async function claimJobs(db: Knex, condition: string): Promise<string[]> {
  const jobs = JobRun.query(db)
    .patch({ queuedAt: raw("now()") })
    .whereRaw(condition)
    .returning("name");
  return (await jobs).map(({ name }) => name);
}

/** Claims the jobs that have become due since they were last queued. @returns their names */
export const claimDueJobs = (trx: Knex.Transaction): Promise<string[]> =>
  claimJobs(
    trx,
    `queued_at < CASE WHEN minute IS NULL THEN date_trunc('minute', now())
     ELSE date_trunc('hour', now() - make_interval(mins => minute), 'UTC') + make_interval(mins => minute) END`,
  );

/** Dates jobs now that a clock which was ahead has queued. @returns their names */
export const claimFutureJobs = (db: Knex): Promise<string[]> =>
  claimJobs(db, "queued_at > now() + interval '1 minute'");

/** Creates a log's coming months and drops those over two years old. @param today YYYY-MM-DD */
export async function maintainMonths(db: Knex, log: "access_log" | "events", today: string): Promise<void> {
  await db.raw("SELECT ??(?::date)", [`keep_${log}`, today]);
}

/** A visit's position in the order of destruction; `destroyOn` may be "-infinity". */
export type DuePlace = Pick<Visit, "id" | "destroyOn">;

const passesOf = (db: Knex, visit: string) => Pass.query(db).whereColumn("passes.visitId", `${visit}.id`);

/** Visits due on a day or earlier that can be destroyed, as can their companions. */
const destroyable = (db: Knex, day: string) =>
  Visit.query(db)
    .alias("v")
    .where("v.destroyOn", "<=", day)
    .whereNotIn("v.statusCode", openStatuses)
    .whereNotExists(passesOf(db, "v"))
    .whereNotExists(
      Visit.query(db)
        .alias("companion")
        .whereColumn("companion.leaderId", "v.id")
        .where((open) =>
          open.whereIn("companion.statusCode", openStatuses).orWhereExists(passesOf(db, "companion")),
        ),
    );

/** The first visits after a place that can be destroyed, longest due first. */
export const dueVisits = async (
  db: Knex,
  { day, after, limit }: { readonly day: string; readonly after: DuePlace; readonly limit: number },
): Promise<DuePlace[]> =>
  destroyable(db, day)
    .select("v.id", "v.destroyOn")
    .whereRaw("(v.destroy_on, v.id) > (?::date, ?::integer)", [after.destroyOn, after.id])
    .orderBy(["v.destroyOn", "v.id"])
    .limit(limit);

/** How many visits the job would destroy by a day (YYYY-MM-DD), companions included. */
export async function countDue(db: Knex, day: string): Promise<number> {
  const companions = db("visits").join("due", "due.id", "visits.leaderId").select("visits.id");
  const [counted] = await db
    .with("due", destroyable(db, day).select("v.id").toKnexQuery())
    .from(db("due").select("id").union(companions).as("going"))
    .count({ visits: "*" });
  return Number(counted?.visits);
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
