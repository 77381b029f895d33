/** The monthly review of the access log. */
import type { Knex } from "knex";
import type { AccessReviewAnswer } from "#contract/privacy/access-log.ts";
import type { Role } from "#contract/roles.ts";

export interface StaffMonth {
  readonly hostUserId: number;
  readonly hostName: string | null;
  readonly hostEnName: string | null;
  readonly role: Role | null;
  /** The API key that read; null for the user's own reading. */
  readonly apiKey: { readonly id: number; readonly name: string; readonly prefix: string } | null;
  readonly calls: number;
  readonly byAction: { readonly action: string; readonly calls: number }[];
  /** Different visits. */
  readonly people: number;
  /** Calls outside office hours, or on a weekend. */
  readonly outOfHours: number;
  readonly reveals: number;
  /** Searches by a number, or its last four digits, that found a visit. */
  readonly numberSearches: number;
  /** Those that found none. */
  readonly numberMisses: number;
  readonly latestReveals: LatestReason[];
  /** Visitors who were let in without their consent, for a reason. */
  readonly withoutConsent: number;
  readonly latestWithoutConsent: LatestReason[];
}

export interface LatestReason {
  readonly at: string;
  readonly visitIds: number[];
  readonly reason: string;
}

/**
 * What each user and each API key read in a period, most calls first, with the latest 50 reasons of each kind.
 */
export async function accessByStaff(
  db: Knex,
  given: {
    readonly from: Date;
    readonly to: Date;
    readonly timezone: string;
    /** Office hours in the site's time zone; `last` is exclusive. */
    readonly first: number;
    readonly last: number;
    /** Action that unmasks numbers. */
    readonly revealAction: string;
    /** Action that searches this log by number, which is no search for a visitor. */
    readonly searchAction: string;
    /** Action that checks visitors in; its reasons say why consent was missing. */
    readonly issueAction: string;
  },
): Promise<StaffMonth[]> {
  const { rows } = await db.raw<{ rows: StaffMonth[] }>(
    `WITH month AS (
       SELECT host_user_id, coalesce(api_key_id, 0) AS api_key_id, at, at AT TIME ZONE :timezone AS wall, action, reason, visit_ids,
           person_hash IS NOT NULL AND action NOT IN (:revealAction, :searchAction) AS is_search FROM access_log
       WHERE at >= :from AND at < :to
     ), calls AS (
       SELECT host_user_id, api_key_id, action, count(*)::integer AS calls,
         count(*) FILTER (WHERE extract(isodow FROM wall) > 5
           OR extract(hour FROM wall) < :first OR extract(hour FROM wall) >= :last)::integer AS outside,
         count(*) FILTER (WHERE is_search AND visit_ids <> '{}')::integer AS hits,
         count(*) FILTER (WHERE is_search AND visit_ids = '{}')::integer AS misses
       FROM month GROUP BY 1, 2, 3
     ), staff AS (
       SELECT host_user_id, api_key_id, sum(calls)::integer AS calls, sum(outside)::integer AS outside,
         sum(hits)::integer AS hits, sum(misses)::integer AS misses,
         json_agg(json_build_object('action', action, 'calls', calls) ORDER BY calls DESC, action) AS by_action,
         coalesce(sum(calls) FILTER (WHERE action = :revealAction), 0)::integer AS reveals
       FROM calls GROUP BY 1, 2
     ), people AS (
       SELECT host_user_id, api_key_id, count(DISTINCT visit)::integer AS people
       FROM month CROSS JOIN LATERAL unnest(visit_ids) AS visit GROUP BY 1, 2
     ), reasons AS (
       SELECT host_user_id, api_key_id, action, at, visit_ids, reason,
         row_number() OVER (PARTITION BY host_user_id, api_key_id, action ORDER BY at DESC) AS rank
       FROM month WHERE reason <> '' AND action IN (:revealAction, :issueAction)
     ), reasoned AS (
       SELECT host_user_id, api_key_id,
         json_agg(json_build_object('at', at, 'visitIds', visit_ids, 'reason', reason) ORDER BY at DESC)
           FILTER (WHERE action = :revealAction AND rank <= 50) AS reveals,
         json_agg(json_build_object('at', at, 'visitIds', visit_ids, 'reason', reason) ORDER BY at DESC)
           FILTER (WHERE action = :issueAction AND rank <= 50) AS issues,
         sum(cardinality(visit_ids)) FILTER (WHERE action = :issueAction)::integer AS issued
       FROM reasons GROUP BY 1, 2
     )
     SELECT s.host_user_id AS "hostUserId", h.name AS "hostName", h.en_name AS "hostEnName", h.role,
       CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix) END AS "apiKey",
       s.calls, s.by_action AS "byAction", coalesce(p.people, 0) AS people, s.outside AS "outOfHours", s.reveals,
       s.hits AS "numberSearches", s.misses AS "numberMisses",
       coalesce(r.reveals, '[]') AS "latestReveals", coalesce(r.issued, 0) AS "withoutConsent",
       coalesce(r.issues, '[]') AS "latestWithoutConsent"
     FROM staff s LEFT JOIN people p USING (host_user_id, api_key_id) LEFT JOIN reasoned r USING (host_user_id, api_key_id)
     LEFT JOIN host_users h ON h.id = s.host_user_id
     LEFT JOIN api_keys k ON k.id = s.api_key_id
     ORDER BY s.calls DESC, s.host_user_id, s.api_key_id`,
    given,
  );
  return rows;
}

/** Adds a failed lookup on the public site to those of its day. */
export async function recordFailedLookup(
  db: Knex,
  failure: { readonly day: string; readonly nameHash: Buffer; readonly address: string },
): Promise<void> {
  await db("lookupFailures")
    .insert({ ...failure, failures: 1 })
    .onConflict(["day", "nameHash", "address"])
    .merge({ failures: db.raw("lookup_failures.failures + 1") });
}

type FailedLookups = AccessReviewAnswer["failedLookups"];

/**
 * Failed lookups of a month, and the days on which one name, or one address with several names, had many.
 * @param first its first day, "YYYY-MM-DD" @param min how many are many
 */
export async function readFailedLookups(db: Knex, first: string, min: number): Promise<FailedLookups> {
  const { rows } = await db.raw<{ rows: [FailedLookups] }>(
    `WITH failed AS (
       SELECT * FROM lookup_failures WHERE day >= :first::date AND day < :first::date + interval '1 month'
     ), grouped AS (
       SELECT day::text, sum(failures)::integer AS failures, count(DISTINCT name_hash)::integer AS names,
         count(DISTINCT address)::integer AS addresses, min(address) AS address
       FROM failed GROUP BY GROUPING SETS ((day, name_hash), (day, failed.address))
       HAVING sum(failures) >= :min AND (grouping(name_hash) = 0 OR count(DISTINCT name_hash) > 1)
       ORDER BY day DESC, failures DESC LIMIT 50
     )
     SELECT coalesce((SELECT sum(failures) FROM failed), 0)::integer AS total,
       coalesce((SELECT json_agg(grouped) FROM grouped), '[]') AS many`,
    { first, min },
  );
  return rows[0];
}
