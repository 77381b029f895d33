/** Read models of today's board. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import { unseen } from "../../planner.ts";
import { comesAgain, holdsPass, leftStatuses, shown, wereThere, where } from "./criteria.ts";

/** A day of the site, from its first instant to the next day's. */
export interface Day {
  readonly from: Date;
  readonly to: Date;
}

interface ByHour {
  /** Of the site's clock. */
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

const from = unseen(":from", "timestamptz");
const to = unseen(":to", "timestamptz");

const columns = "v.id, v.status_code, v.start_at, v.end_at, v.exited_at";

/** Visits that touch the day by their status, and everybody who is inside. */
const touching = `
  SELECT ${columns} FROM visits v
  WHERE v.start_at >= ${from} AND v.start_at < ${to} AND v.status_code <> 'entered' AND ${shown}
  UNION ALL
  ${wereThere(from)
    .map(
      (there) => `SELECT ${columns} FROM visits v ${where([...there, "v.status_code <> 'entered'", shown])}`,
    )
    .join(" UNION ALL ")}
  UNION ALL
  SELECT ${columns} FROM visits v WHERE v.status_code = 'entered' AND ${shown}`;

const byHour = (moments: string) => `
  (SELECT coalesce(json_agg(json_build_object('hour', hour, 'count', count)), '[]')
   FROM (SELECT extract(hour FROM moment AT TIME ZONE :timezone)::integer AS hour, count(*) AS count
     FROM (${moments}) AS moments (moment) GROUP BY 1) AS hours)`;

/**
 * Counts and visits of the day. Arrivals are expected of visits that begin that day and were approved; one counts as
 * entered at its first issue, which is the last that came from approved: one before it was taken back. Where there are
 * more visits than fit, whoever is inside stays, then who is to come, for the first time or again, then who waits for a
 * decision, then who has gone.
 */
export async function readProgress(
  db: Knex,
  day: Day,
  { now, timezone, limit }: { now: Date; timezone: string; limit: number },
): Promise<Progress> {
  const { rows } = await db.raw<{ rows: [Progress] }>(
    `WITH touching AS (${touching})
     SELECT
       (SELECT coalesce(json_agg(json_build_object('statusCode', status_code, 'count', count)), '[]')
        FROM (SELECT status_code, count(*) AS count FROM touching GROUP BY 1) AS statuses) AS "byStatus",
       (SELECT count(*)::integer FROM visits v WHERE status_code = 'entered' AND end_at <= :now AND ${shown}) AS overdue,
       (SELECT count(*)::integer FROM touching v WHERE ${comesAgain}) AS "expectedAgain",
       (SELECT count(*)::integer FROM visits v
        WHERE ${holdsPass} AND v.status_code IN ('${leftStatuses.join("', '")}') AND ${shown}) AS "notReturned",
       ${byHour(`SELECT start_at FROM touching WHERE start_at >= ${from} AND start_at < ${to}
         AND status_code IN ('approved', 'entered', 'exited', 'ended')`)} AS expected,
       ${byHour(`SELECT max(l.at) FROM visit_logs l JOIN visits v ON v.id = l.visit_id AND v.entered_at IS NOT NULL AND ${shown}
         WHERE l.action = 'issue' AND l.from_code = 'approved' AND l.at >= ${from} AND l.at < ${to}
         GROUP BY l.visit_id`)} AS entered,
       ARRAY(SELECT id FROM (
         SELECT id, start_at FROM touching v ORDER BY array_position(
           ARRAY['entered', 'approved', 'applied', 'exited', 'ended', 'rejected', 'cancelled'],
           CASE WHEN ${comesAgain} THEN 'approved' ELSE v.status_code END), start_at, id
         LIMIT :limit) AS kept ORDER BY start_at, id) AS ids`,
    { ...day, now, timezone, limit },
  );
  return rows[0];
}
