/** Read models of the access log. */

import type { Knex } from "knex";
import { raw } from "objection";
import type { Role } from "#contract/roles.ts";
import { AccessLog, AccessReview } from "../models/logs.ts";
import { Visit } from "../models/visits/visit.ts";
import { plannedAlone } from "../planner.ts";
import { type NamedKey, namedKey } from "./api-keys.ts";
import { type ReaderNames, withReaders } from "./host-users/names.ts";
import { anyOf, countedTo, type LogWalk, type LogWay, type Page, pageOf, readSort, walked } from "./pages.ts";

export interface AccessLogRow
  extends Pick<AccessLog, "id" | "at" | "hostUserId" | "address" | "action" | "visitIds" | "reason">,
    ReaderNames {
  readonly byNumber: boolean;
}

export interface AccessCriteria {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly hostUser?: number | undefined;
  /** Any of these people. */
  readonly hostUsers?: number[] | undefined;
  readonly action?: string | undefined;
  readonly visitId?: number | undefined;
  /** Rows about this person: their number's hashes, or visits of theirs. */
  readonly person?: { readonly hashes: Buffer[]; readonly visits: number[] } | undefined;
}

/** Rows about a visit or a person, by their index; for a page of them the planner would walk the log from its end. */
const about = (condition: string, bindings: readonly unknown[]) =>
  raw(`${plannedAlone(`SELECT * FROM access_log WHERE ${condition}`)} AS access_log`, [
    ...bindings,
  ] as Knex.RawBinding[]);

/** Rows of some people, or of a call, in the log's order. */
function ofReaders({ from, to, action }: AccessCriteria, readers: number[] | undefined): LogWay {
  const conditions = [
    ...(readers ? ["host_user_id = one.id"] : []),
    ...(action === undefined ? [] : ["action = ?"]),
    ...(from ? ["at >= ?"] : []),
    ...(to ? ["at < ?"] : []),
  ];
  const bindings = [action, from, to].filter((value) => value !== undefined);
  return { condition: conditions.join(" AND "), bindings, ...(readers && { each: readers }) };
}

function fitting(db: Knex, criteria: AccessCriteria, walk: LogWalk) {
  const { from, to, hostUser, hostUsers, action, visitId, person } = criteria;
  const fits = AccessLog.query(db);
  const readers =
    hostUser === undefined ? hostUsers : (hostUsers ?? [hostUser]).filter((id) => id === hostUser);
  if (visitId !== undefined) fits.from(about("visit_ids @> ARRAY[?::integer]", [visitId]));
  else if (person)
    fits.from(
      about("(person_hash = ANY(?::bytea[]) OR visit_ids && ?::integer[])", [person.hashes, person.visits]),
    );
  else if (readers || action !== undefined)
    return fits.from(walked("access_log", [ofReaders(criteria, readers)], walk));
  if (from) fits.where("at", ">=", from);
  if (to) fits.where("at", "<", to);
  if (readers) fits.where("hostUserId", anyOf(readers, "integer"));
  if (action !== undefined) fits.where({ action });
  return fits;
}

/** A page of the log, newest first unless asked otherwise. */
export async function accessRows(
  db: Knex,
  criteria: AccessCriteria,
  { page, size, sort = "-at" }: { page: number; size: number; sort?: "at" | "-at" | undefined },
): Promise<Page<AccessLogRow>> {
  const { way } = readSort(sort);
  const all = fitting(db, criteria, { way, most: countedTo({ page, size }) + 1, isCount: true });
  const fits = fitting(db, criteria, { way, most: page * size })
    .select("id", "at", "hostUserId", "apiKeyId", "address", "action", "visitIds", "reason")
    .select(raw("person_hash IS NOT NULL").as("byNumber"))
    .orderBy([
      { column: "at", order: way },
      { column: "id", order: way },
    ]);
  return withReaders(
    db,
    await pageOf<AccessLog, Omit<AccessLogRow, keyof ReaderNames> & Pick<AccessLog, "apiKeyId">>(
      db,
      fits,
      { page, size },
      all,
    ),
  );
}

/** Visits of a number that are still there, hidden ones too. */
export async function visitsOfNumber(db: Knex, hashes: Buffer[]): Promise<number[]> {
  const rows = await Visit.query(db).select("id").where("cellHash", anyOf(hashes, "bytea")).orderBy("id");
  return rows.map(({ id }) => id);
}

export interface StaffMonth {
  readonly hostUserId: number;
  readonly hostName: string | null;
  readonly hostEnName: string | null;
  readonly role: Role | null;
  /** The key whose month it is; the person's own has none. */
  readonly apiKey: NamedKey | null;
  readonly calls: number;
  readonly byAction: { readonly action: string; readonly calls: number }[];
  /** Different visits. */
  readonly people: number;
  /** Calls outside of the hours, or on a weekend. */
  readonly outOfHours: number;
  readonly reveals: number;
  /** Searches by a number, or its last four digits, that found somebody. */
  readonly numberSearches: number;
  /** Those that found nobody. */
  readonly numberMisses: number;
  readonly latestReveals: LatestReason[];
  /** People who were let in without their consent, for a reason. */
  readonly withoutConsent: number;
  readonly latestWithoutConsent: LatestReason[];
}

export interface LatestReason {
  readonly at: string;
  readonly visitIds: number[];
  readonly reason: string;
}

export interface OfficeHours {
  /** Hours of the site's clock, the second not included. */
  readonly first: number;
  readonly last: number;
}

const latestReasons = 50;

/** The latest rows of a call with a reason, from `reasons`. */
const latestOf = (call: string) =>
  `json_agg(json_build_object('at', at, 'visitIds', visit_ids, 'reason', reason) ORDER BY at DESC)
           FILTER (WHERE action = ${call} AND place <= ${latestReasons})`;

/**
 * What each person, and each key, read in a time, most calls first.
 * @param revealing the call that unmasks numbers
 * @param issuing the call that lets people in; its reasons are why somebody was let in without their consent
 * @param searching the call that searches this log by number: it is about who looked, and no search for a visitor
 */
export async function accessByStaff(
  db: Knex,
  {
    from,
    to,
    timezone,
    hours,
    revealing,
    searching,
    issuing,
  }: {
    readonly from: Date;
    readonly to: Date;
    readonly timezone: string;
    readonly hours: OfficeHours;
    readonly revealing: string;
    readonly searching: string;
    readonly issuing: string;
  },
): Promise<StaffMonth[]> {
  const { rows } = await db.raw<{ rows: StaffMonth[] }>(
    `WITH month AS (
       SELECT host_user_id, coalesce(api_key_id, 0) AS api_key_id, at, at AT TIME ZONE :timezone AS wall, action, reason, visit_ids,
           person_hash IS NOT NULL AND action NOT IN (:revealing, :searching) AS is_search FROM access_log
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
         coalesce(sum(calls) FILTER (WHERE action = :revealing), 0)::integer AS reveals
       FROM calls GROUP BY 1, 2
     ), people AS (
       SELECT host_user_id, api_key_id, count(DISTINCT visit)::integer AS people
       FROM month CROSS JOIN LATERAL unnest(visit_ids) AS visit GROUP BY 1, 2
     ), reasons AS (
       SELECT host_user_id, api_key_id, action, at, visit_ids, reason,
         row_number() OVER (PARTITION BY host_user_id, api_key_id, action ORDER BY at DESC) AS place
       FROM month WHERE reason <> '' AND action IN (:revealing, :issuing)
     ), reasoned AS (
       SELECT host_user_id, api_key_id, ${latestOf(":revealing")} AS reveals, ${latestOf(":issuing")} AS issues,
         sum(cardinality(visit_ids)) FILTER (WHERE action = :issuing)::integer AS issued
       FROM reasons GROUP BY 1, 2
     )
     SELECT s.host_user_id AS "hostUserId", h.name AS "hostName", h.en_name AS "hostEnName", h.role, ${namedKey},
       s.calls, s.by_action AS "byAction", coalesce(p.people, 0) AS people, s.outside AS "outOfHours", s.reveals,
       s.hits AS "numberSearches", s.misses AS "numberMisses",
       coalesce(r.reveals, '[]') AS "latestReveals", coalesce(r.issued, 0) AS "withoutConsent",
       coalesce(r.issues, '[]') AS "latestWithoutConsent"
     FROM staff s LEFT JOIN people p USING (host_user_id, api_key_id) LEFT JOIN reasoned r USING (host_user_id, api_key_id)
     LEFT JOIN host_users h ON h.id = s.host_user_id
     LEFT JOIN api_keys k ON k.id = s.api_key_id
     ORDER BY s.calls DESC, s.host_user_id, s.api_key_id`,
    { from, to, timezone, revealing, searching, issuing, ...hours },
  );
  return rows;
}

export interface ReviewRow extends Pick<AccessReview, "id" | "at" | "note" | "hostUserId"> {
  readonly hostName: string | null;
  readonly hostEnName: string | null;
}

/** Reviews of a month, oldest first. */
export const reviewRows = async (db: Knex, firstDay: string): Promise<ReviewRow[]> =>
  AccessReview.query(db)
    .select(
      "accessReviews.id",
      "at",
      "note",
      "hostUserId",
      "hostUser.name as hostName",
      "hostUser.enName as hostEnName",
    )
    .leftJoinRelated("hostUser")
    .where({ month: firstDay })
    .orderBy("accessReviews.id")
    .castTo<ReviewRow[]>();

/** When the log begins; undefined while nothing is in it. Not as its first row: a plan that is kept for any number of rows sorts all. */
export const firstAccess = async (db: Knex): Promise<Date | undefined> =>
  (await AccessLog.query(db).min("at as at").first())?.at ?? undefined;

export interface ReviewedMonth extends Omit<ReviewRow, "id" | "note"> {
  /** YYYY-MM */
  readonly month: string;
  readonly reviews: number;
}

/** Months that were reviewed, each with its latest review. */
export async function reviewedMonths(db: Knex): Promise<ReviewedMonth[]> {
  const { rows } = await db.raw<{ rows: ReviewedMonth[] }>(
    `SELECT DISTINCT ON (r.month) to_char(r.month, 'YYYY-MM') AS month, r.at, r.host_user_id AS "hostUserId",
       h.name AS "hostName", h.en_name AS "hostEnName", count(*) OVER (PARTITION BY r.month)::integer AS reviews
     FROM access_reviews r LEFT JOIN host_users h ON h.id = r.host_user_id ORDER BY r.month, r.id DESC`,
  );
  return rows;
}
