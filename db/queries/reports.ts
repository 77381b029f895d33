/**
 * Read model of the reports: visits of a period, counted by what they have in common
 * (docs/decisions/server/reports.md).
 */

import type { Knex } from "knex";
import { HostUser } from "../models/people/host-user.ts";
import { Company, UserCode } from "../models/reference-record.ts";

export interface ReportPeriod {
  /** First and last day, "YYYY-MM-DD", of the site's calendar. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** When each day begins, and when the one after the last does. */
  readonly midnights: readonly Date[];
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
  /** Visits that were entered and left, and the minutes of all of them. */
  readonly stays: number;
  readonly stayMinutes: number;
}

/**
 * What the visits of a row have in common: `time` their day and the hour of entry, `code` their place and purpose,
 * `host` or `department` whom they went to, `hour` the hour of entry alone. All else is null, and so is what they lack.
 */
export interface ReportRow extends ReportCounted {
  readonly what: "time" | "code" | "host" | "department" | "hour";
  readonly day: string | null;
  readonly hour: number | null;
  readonly locationId: number | null;
  readonly purposeId: number | null;
  readonly hostUserId: number | null;
  readonly companyId: number | null;
  readonly department: string | null;
}

/**
 * A visit as far as it is counted. A stay is a difference of seconds: zones and intervals of each would take longer than all else.
 * @param day, createdOn SQL of the days on which it begins and was made
 */
export const countedColumns = (
  day: string,
  createdOn: string,
) => `location_id, purpose_id, host_user_id, leader_id, origin,
  status_code, ended_because, entered_at, ${day} AS day, ${createdOn} AS created_on,
  date_part('hour', entered_at AT TIME ZONE :timezone)::integer AS hour,
  CASE WHEN exited_at >= entered_at
    THEN floor((date_part('epoch', exited_at) - date_part('epoch', entered_at)) / 60)::integer END AS minutes`;

/** What the visits of a group amount to. */
export const visitCounts = `count(*) AS visits, count(entered_at) AS arrived,
  count(*) FILTER (WHERE ended_because = 'noShow') AS no_show,
  count(*) FILTER (WHERE status_code IN ('applied', 'approved')) AS open,
  count(leader_id) AS companions, count(*) FILTER (WHERE created_on = day) AS same_day,
  count(*) FILTER (WHERE origin = 'public') AS online,
  count(minutes) AS stays, coalesce(sum(minutes), 0) AS stay_minutes`;

/** The groups, and what each row is of. */
export const countedGroups = "GROUPING SETS ((day, hour), (location_id, purpose_id), (host_user_id))";
export const countedBy =
  "CASE grouping(day, location_id, host_user_id) WHEN 3 THEN 'time' WHEN 5 THEN 'code' ELSE 'host' END";

/** The indexes hold shown visits and hidden ones apart; a hidden one has happened all the same. */
export const shownAndHidden = (query: string) =>
  `${query} AND hidden_at IS NULL UNION ALL ${query} AND hidden_at IS NOT NULL`;

/** Days of the period whose sums do not stand, those next to each other as one: a year without sums is read once. */
const reaches = `
  SELECT min(since) AS since, max(until) AS until FROM (
    SELECT n - row_number() OVER (ORDER BY n) AS run,
      (:midnights::timestamptz[])[n] AS since, (:midnights::timestamptz[])[n + 1] AS until
    FROM generate_series(1, cardinality(:midnights::timestamptz[]) - 1) AS n
    WHERE NOT EXISTS (SELECT FROM visit_report_days c WHERE c.day = :firstDay::date + n - 1 AND c.is_counted)
  ) AS uncounted GROUP BY run`;

/** Visits of those days, which are looked up among the midnights. */
const uncountedVisits = shownAndHidden(`
  SELECT ${countedColumns(
    "width_bucket(start_at, :midnights::timestamptz[])",
    "width_bucket(created_at, :midnights::timestamptz[])",
  )}
  FROM reaches JOIN visits ON start_at >= reaches.since AND start_at < reaches.until WHERE true`);

export const sumOfCounts = `sum(visits), sum(arrived), sum(no_show), sum(open), sum(companions), sum(same_day), sum(online),
  sum(stays), sum(stay_minutes)::bigint`;

/** Whether somebody came in, of counters that do not say so: who was closed out came if they stayed. */
const counterArrived = `CASE WHEN status_code = 'exited' OR ended_because = 'done' THEN visits
  WHEN ended_because = 'closed' THEN stays ELSE 0 END`;

/**
 * Visits that begin in a period, those that are kept and those that were destroyed, in one statement and so at one
 * moment. Of days that are over their sums are read, where they stand; the visits of all others are gone through once,
 * whatever they are counted by.
 */
export async function reportRows(db: Knex, period: ReportPeriod): Promise<ReportRow[]> {
  const { rows } = await db.raw<{ rows: ReportRow[] }>(
    `WITH reaches AS MATERIALIZED (${reaches})
     SELECT what, :firstDay::date + day - 1 AS day, hour, location_id AS "locationId", purpose_id AS "purposeId",
       host_user_id AS "hostUserId", NULL::integer AS "companyId", NULL AS department,
       visits, arrived, no_show AS "noShow", open, companions, same_day AS "sameDay", online, stays, stay_minutes AS "stayMinutes"
     FROM (SELECT ${countedBy} AS what, day, hour, location_id, purpose_id, host_user_id, ${visitCounts} FROM (${uncountedVisits}) AS visits
       GROUP BY ${countedGroups}) AS counted
     UNION ALL
     SELECT what, day, hour, location_id, purpose_id, NULL, company_id, department, ${sumOfCounts}
     FROM (SELECT s.what, CASE WHEN s.what = 'time' THEN s.day END AS day, s.hour, s.location_id, s.purpose_id, s.company_id,
         s.department, visits, arrived, no_show, open, companions, same_day, online, stays, stay_minutes
       FROM visit_report_sums s JOIN visit_report_days c ON c.day = s.day AND c.is_counted
       WHERE s.day BETWEEN :firstDay AND :lastDay) AS kept
     GROUP BY what, day, hour, location_id, purpose_id, company_id, department
     UNION ALL
     SELECT CASE grouping(day, location_id, company_id) WHEN 3 THEN 'time' WHEN 5 THEN 'code' ELSE 'department' END,
       day, NULL, location_id, purpose_id, NULL, company_id, department,
       sum(visits), sum(${counterArrived}),
       coalesce(sum(visits) FILTER (WHERE ended_because = 'noShow'), 0), 0,
       sum(companions), sum(same_day), coalesce(sum(visits) FILTER (WHERE origin = 'public'), 0),
       sum(stays), sum(stay_minutes)::bigint
     FROM visit_statistics WHERE day BETWEEN :firstDay AND :lastDay
     GROUP BY GROUPING SETS ((day), (location_id, purpose_id), (company_id, department))
     UNION ALL
     SELECT 'hour', NULL, hour, NULL, NULL, NULL, NULL, NULL, sum(arrived), sum(arrived), 0, 0, 0, 0, 0, 0, 0
     FROM visit_hour_statistics WHERE day BETWEEN :firstDay AND :lastDay GROUP BY hour`,
    { ...period },
  );
  return rows;
}

export interface ReportNames {
  /** Places and purposes. */
  readonly codes: Pick<UserCode, "id" | "name" | "enName">[];
  readonly hosts: Pick<HostUser, "id" | "companyId" | "department">[];
  readonly companies: Pick<Company, "id" | "name" | "enName">[];
}

/** What the rows' ids are called. */
export async function reportNames(db: Knex, rows: readonly ReportRow[]): Promise<ReportNames> {
  const ids = (of: (row: ReportRow) => number | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
  const hosts = await HostUser.query(db)
    .select("id", "companyId", "department")
    .modify(
      "withIds",
      ids((row) => row.hostUserId),
    );
  return {
    codes: await UserCode.query(db)
      .select("id", "name", "enName")
      .modify("withIds", [...ids((row) => row.locationId), ...ids((row) => row.purposeId)]),
    hosts,
    companies: await Company.query(db)
      .select("id", "name", "enName")
      .modify("withIds", [...ids((row) => row.companyId), ...hosts.map(({ companyId }) => companyId)]),
  };
}
