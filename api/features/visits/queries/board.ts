/** Today's board. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import { maxStayDays } from "#contract/visits/visit-actions.ts";

/** The instants at which a day begins and ends in the site's time zone. */
export interface Day {
  readonly from: Date;
  readonly to: Date;
}

interface ByHour {
  /** In the site's time zone. */
  readonly hour: number;
  readonly count: number;
}

export interface Progress {
  readonly byStatus: { readonly statusCode: StatusCode; readonly count: number }[];
  readonly overdue: number;
  readonly expectedAgain: number;
  readonly notReturned: number;
  readonly expected: ByHour[];
  readonly entered: ByHour[];
  /** Visits to show, in the order of their start. */
  readonly ids: number[];
}

/**
 * Counts and visits of a day. `expected` counts approved visits by the hour of their start. `entered` counts first entries, which
 * are the last ones from `approved`, because an earlier one was reverted. Above the limit, visits inside take precedence, then
 * expected ones (also again), pending ones, and those over.
 */
export async function readProgress(
  db: Knex,
  day: Day,
  { now, timezone, limit }: { now: Date; timezone: string; limit: number },
): Promise<Progress> {
  const { rows } = await db.raw<{ rows: [Progress] }>(
    `WITH in_period AS MATERIALIZED (
       SELECT id FROM visits
       WHERE hidden_at IS NULL AND start_at < :to AND end_at > :from
         AND start_at > :from::timestamptz - make_interval(days => :longestStay)
     ), touching AS (
       SELECT v.id, v.status_code, v.start_at, v.status_code = 'exited'
         AND (coalesce(v.exited_at, v.start_at) AT TIME ZONE :timezone)::date < (v.end_at AT TIME ZONE :timezone)::date
         AS comes_again
       FROM visits v WHERE v.id IN (SELECT id FROM in_period) AND v.status_code <> 'entered'
       UNION ALL
       SELECT id, status_code, start_at, false FROM visits WHERE status_code = 'entered' AND hidden_at IS NULL
     ), expected AS (
       SELECT extract(hour FROM start_at AT TIME ZONE :timezone)::integer AS hour, count(*) AS count FROM touching
       WHERE start_at >= :from AND start_at < :to AND status_code IN ('approved', 'entered', 'exited', 'ended')
       GROUP BY 1
     ), entries AS (
       SELECT max(l.at) AS at FROM visit_logs l
       JOIN visits v ON v.id = l.visit_id AND v.entered_at IS NOT NULL AND v.hidden_at IS NULL
       WHERE l.action = 'issue' AND l.from_code = 'approved' AND l.at >= :from AND l.at < :to GROUP BY l.visit_id
     ), entered AS (
       SELECT extract(hour FROM at AT TIME ZONE :timezone)::integer AS hour, count(*) AS count FROM entries GROUP BY 1
     ), shown AS (
       SELECT id, start_at FROM touching
       ORDER BY array_position(ARRAY['entered', 'approved', 'applied', 'exited', 'ended', 'rejected', 'cancelled'],
         CASE WHEN comes_again THEN 'approved' ELSE status_code END), start_at, id
       LIMIT :limit
     )
     SELECT
       (SELECT coalesce(json_agg(json_build_object('statusCode', status_code, 'count', count)), '[]')
        FROM (SELECT status_code, count(*) AS count FROM touching GROUP BY 1) AS statuses) AS "byStatus",
       (SELECT count(*)::integer FROM visits
        WHERE status_code = 'entered' AND end_at <= :now AND hidden_at IS NULL) AS overdue,
       (SELECT count(*)::integer FROM touching WHERE comes_again) AS "expectedAgain",
       (SELECT count(*)::integer FROM visits
        WHERE id IN (SELECT visit_id FROM passes WHERE visit_id IS NOT NULL)
          AND status_code IN ('exited', 'ended') AND hidden_at IS NULL) AS "notReturned",
       (SELECT coalesce(json_agg(expected), '[]') FROM expected) AS expected,
       (SELECT coalesce(json_agg(entered), '[]') FROM entered) AS entered,
       ARRAY(SELECT id FROM shown ORDER BY start_at, id) AS ids`,
    { ...day, now, timezone, limit, longestStay: maxStayDays + 2 },
  );
  return rows[0];
}
