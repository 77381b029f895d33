/** Counters that remain of destroyed visits, for reports. */

import type { Knex } from "knex";

/** Adds visits to the counters of their days. */
export async function countDestroyedVisits(
  trx: Knex.Transaction,
  ids: readonly number[],
  timezone: string,
): Promise<void> {
  // In one order, so that two that count the same never wait for each other.
  await trx.raw(
    `INSERT INTO visit_statistics AS counted (day, location_id, purpose_id, company_id, department, origin,
       status_code, ended_because, visits, companions, stays, stay_minutes, same_day)
     SELECT (v.start_at AT TIME ZONE :timezone)::date, v.location_id, v.purpose_id, h.company_id, h.department, v.origin,
       v.status_code, v.ended_because, count(*), count(v.leader_id), count(stay.minutes),
       coalesce(sum(stay.minutes), 0),
       count(*) FILTER (WHERE (v.created_at AT TIME ZONE :timezone)::date = (v.start_at AT TIME ZONE :timezone)::date)
     FROM visits v
     JOIN host_users h ON h.id = v.host_user_id
     CROSS JOIN LATERAL (SELECT CASE WHEN v.exited_at >= v.entered_at
       THEN floor(extract(epoch FROM v.exited_at - v.entered_at) / 60) END AS minutes) AS stay
     WHERE v.id = ANY(:ids::integer[])
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
     ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
     ON CONFLICT (day, location_id, purpose_id, company_id, department, origin, status_code, ended_because)
     DO UPDATE SET visits = counted.visits + excluded.visits,
       companions = counted.companions + excluded.companions, stays = counted.stays + excluded.stays,
       stay_minutes = counted.stay_minutes + excluded.stay_minutes,
       same_day = counted.same_day + excluded.same_day`,
    { timezone, ids: [...ids] },
  );
  await trx.raw(
    `INSERT INTO visit_hour_statistics AS counted (day, hour, arrived)
     SELECT (start_at AT TIME ZONE :timezone)::date, extract(hour FROM entered_at AT TIME ZONE :timezone), count(*)
     FROM visits WHERE id = ANY(:ids::integer[]) AND entered_at IS NOT NULL
     GROUP BY 1, 2
     ORDER BY 1, 2
     ON CONFLICT (day, hour) DO UPDATE SET arrived = counted.arrived + excluded.arrived`,
    { timezone, ids: [...ids] },
  );
}
