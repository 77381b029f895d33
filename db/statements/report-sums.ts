/** Sums of days that are over, for reports (docs/decisions/server/reports.md). */
import type { Knex } from "knex";
import { Configuration } from "../models/configuration.ts";
import {
  countedBy,
  countedColumns,
  countedGroups,
  shownAndHidden,
  sumOfCounts,
  visitCounts,
} from "../queries/reports.ts";

/** Shared by all who change a visit of such a day (db/migrations/11_reports.ts). */
const lock = 7230904;

/**
 * Notes days that have been over for a day. Not sooner: what began within a day is not looked at by what drops the sums of a day.
 * @returns the days whose sums do not stand, the latest first
 */
export async function noteReportDays(db: Knex): Promise<string[]> {
  await db.raw(`
    INSERT INTO visit_report_days (day)
    SELECT generate_series((SELECT (min(start_at) AT TIME ZONE timezone)::date FROM visits WHERE hidden_at IS NULL),
      ((now() - interval '49 hours') AT TIME ZONE timezone)::date, '1 day')::date
    FROM configuration ON CONFLICT DO NOTHING`);
  const { rows } = await db.raw<{ rows: { day: string }[] }>(
    "SELECT day FROM visit_report_days WHERE NOT is_counted ORDER BY day DESC",
  );
  return rows.map(({ day }) => day);
}

const visitsOfDay = shownAndHidden(`
  SELECT ${countedColumns(":day::date", "(created_at AT TIME ZONE :timezone)::date")} FROM visits
  WHERE start_at >= :day::date::timestamp AT TIME ZONE :timezone
    AND start_at < (:day::date + 1)::timestamp AT TIME ZONE :timezone`);

/**
 * Counts a day.
 * @returns whether it was: not while somebody changes a visit of a day that is over
 */
export const countReportDay = (db: Knex, day: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { isAlone: boolean }[] }>(
      'SELECT pg_try_advisory_xact_lock(?) AS "isAlone"',
      [lock],
    );
    if (!rows[0]?.isAlone) return false;
    const { timezone } = await Configuration.query(trx).select("timezone").first().throwIfNotFound();
    await trx.raw("DELETE FROM visit_report_sums WHERE day = ?", [day]);
    await trx.raw(
      `INSERT INTO visit_report_sums (day, what, hour, location_id, purpose_id, company_id, department,
         visits, arrived, no_show, open, companions, same_day, online, stays, stay_minutes)
       SELECT :day, CASE what WHEN 'host' THEN 'department' ELSE what END, hour, location_id, purpose_id,
         h.company_id, h.department, ${sumOfCounts}
       FROM (SELECT ${countedBy} AS what, hour, location_id, purpose_id, host_user_id, ${visitCounts}
         FROM (${visitsOfDay}) AS visits GROUP BY ${countedGroups}) AS counted
       LEFT JOIN host_users h ON h.id = host_user_id
       GROUP BY what, hour, location_id, purpose_id, h.company_id, h.department`,
      { day, timezone },
    );
    await trx.raw("UPDATE visit_report_days SET is_counted = true WHERE day = ?", [day]);
    return true;
  });
