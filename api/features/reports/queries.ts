/** Counts visits of a period by day, hour, place, purpose, host and department (docs/decisions/server/reports.md). */
import type { Knex } from "knex";

interface ReportPeriod {
  /** First and last day, "YYYY-MM-DD", in the site's time zone. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Begin of the first day and end of the last. */
  readonly from: Date;
  readonly to: Date;
  /** IANA name. */
  readonly timezone: string;
}

export interface ReportCounted {
  readonly visits: number;
  readonly arrived: number;
  readonly noShow: number;
  readonly open: number;
  readonly companions: number;
  readonly sameDay: number;
  readonly online: number;
  /** Visits with entry and exit, and their total minutes. */
  readonly stays: number;
  readonly stayMinutes: number;
}

/**
 * Counts of visits grouped as `grouping` says: `time` by day and hour of entry, `code` by place and purpose, `host` or `department`
 * by the host, `hour` by the hour of entry. Other columns are null.
 */
export interface ReportRow extends ReportCounted {
  readonly grouping: "time" | "code" | "host" | "department" | "hour";
  readonly day: string | null;
  readonly hour: number | null;
  readonly locationId: number | null;
  readonly purposeId: number | null;
  readonly hostUserId: number | null;
  readonly companyId: number | null;
  readonly department: string | null;
}

/**
 * Counts visits that begin in a period, including hidden ones and the statistics of destroyed ones. The condition names visible
 * and hidden visits, which have separate indexes. Statistics have no arrivals of closed visits: those with a stay count as
 * arrived.
 */
export async function reportRows(db: Knex, period: ReportPeriod): Promise<ReportRow[]> {
  const { rows } = await db.raw<{ rows: ReportRow[] }>(
    `WITH counted AS (
       SELECT location_id, purpose_id, host_user_id, leader_id, origin, status_code, ended_because, entered_at,
         (start_at AT TIME ZONE :timezone)::date AS day, (created_at AT TIME ZONE :timezone)::date AS created_on,
         extract(hour FROM entered_at AT TIME ZONE :timezone)::integer AS hour,
         CASE WHEN exited_at >= entered_at THEN floor(extract(epoch FROM exited_at - entered_at) / 60)::integer END AS minutes
       FROM visits
       WHERE start_at >= :from AND start_at < :to AND (hidden_at IS NULL OR hidden_at IS NOT NULL)
     )
     SELECT CASE grouping(day, location_id, host_user_id) WHEN 3 THEN 'time' WHEN 5 THEN 'code' ELSE 'host' END AS grouping,
       day, hour, location_id AS "locationId", purpose_id AS "purposeId", host_user_id AS "hostUserId",
       NULL::integer AS "companyId", NULL AS department, count(*) AS visits, count(entered_at) AS arrived,
       count(*) FILTER (WHERE ended_because = 'noShow') AS "noShow",
       count(*) FILTER (WHERE status_code IN ('applied', 'approved')) AS open, count(leader_id) AS companions,
       count(*) FILTER (WHERE created_on = day) AS "sameDay", count(*) FILTER (WHERE origin = 'public') AS online,
       count(minutes) AS stays, coalesce(sum(minutes), 0) AS "stayMinutes"
     FROM counted GROUP BY GROUPING SETS ((day, hour), (location_id, purpose_id), (host_user_id))
     UNION ALL
     SELECT CASE grouping(day, location_id, company_id) WHEN 3 THEN 'time' WHEN 5 THEN 'code' ELSE 'department' END,
       day, NULL, location_id, purpose_id, NULL, company_id, department, sum(visits),
       sum(CASE WHEN status_code = 'exited' OR ended_because = 'done' THEN visits WHEN ended_because = 'closed' THEN stays ELSE 0 END),
       coalesce(sum(visits) FILTER (WHERE ended_because = 'noShow'), 0), 0, sum(companions), sum(same_day),
       coalesce(sum(visits) FILTER (WHERE origin = 'public'), 0), sum(stays), sum(stay_minutes)::bigint
     FROM visit_statistics WHERE day BETWEEN :firstDay AND :lastDay
     GROUP BY GROUPING SETS ((day), (location_id, purpose_id), (company_id, department))
     UNION ALL
     SELECT 'hour', NULL, hour, NULL, NULL, NULL, NULL, NULL, sum(arrived), sum(arrived), 0, 0, 0, 0, 0, 0, 0
     FROM visit_hour_statistics WHERE day BETWEEN :firstDay AND :lastDay GROUP BY hour`,
    { ...period },
  );
  return rows;
}
