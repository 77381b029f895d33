/**
 * Reads visits, their logs, consents and companions, and logs the access (docs/behaviour.md, "Privacy").
 */

import type { Knex } from "knex";
import { type AuthContext, type Reader, reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import type { Page } from "#api/paging.ts";
import { dayStart, fromInstant, periodOfDays } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { VisitListQuery } from "#contract/visits/visits.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { type AccessDetails, Accessed, logAccess } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { type VisitConsentRow, visitConsentRows } from "./consents.ts";
import { type FoundVisits, findVisits, type VisitCriteria, type VisitSort } from "./queries/find-visits.ts";
import { type VisitRow, visitRows } from "./queries/visit-rows.ts";
import { parseSearchText } from "./search-text.ts";
import { lastLoss, type VisitLogRow, visitLogRows } from "./visit-log.ts";

export type { VisitRow } from "./queries/visit-rows.ts";

/** @throws HttpError 404 where there is no such visit or the reader may not see it */
export async function requireVisit(db: Knex, reader: AuthContext, id: number): Promise<VisitRow> {
  const [row] = await visitRows(db, [id]);
  const hosts = reachOf(reader);
  if (!row || (hosts && !hosts.includes(row.hostId))) throw notFound();
  return row;
}

/** Reads visits by id, in the order of the ids, and logs the access. */
export const readVisitsById = async (
  db: Knex,
  reader: Reader,
  ids: readonly number[],
  details?: AccessDetails,
): Promise<Accessed<VisitRow>[]> =>
  Accessed.record(db, reader, await visitRows(db, ids), ({ id }) => [id], details);

/** @throws HttpError 404 where there is no such visit or the reader may not see it */
export async function readVisit(db: Knex, reader: Reader, id: number): Promise<Accessed<VisitRow>> {
  const row = await requireVisit(db, reader, id);
  return Accessed.recordOne(db, reader, row, [id]);
}

/** The activity of a visit, oldest first, with what is needed to offer reverts. */
export interface VisitLogs {
  readonly visit: VisitRow;
  readonly rows: readonly VisitLogRow[];
  /** The pass that was reported lost last, if it is still lost. */
  readonly loss: Awaited<ReturnType<typeof lastLoss>>;
}

/** @throws HttpError 404 where there is no such visit or the reader may not see it */
export async function readLogs(db: Knex, reader: Reader, id: number): Promise<Accessed<VisitLogs>> {
  const visit = await requireVisit(db, reader, id);
  const rows = await visitLogRows(db, id);
  const loss = rows.some(({ action }) => action === "lost") ? await lastLoss(db, id) : undefined;
  return Accessed.recordOne(db, reader, { visit, rows, loss }, [id]);
}

/**
 * Reads the visitor's consents and refusals.
 * @throws HttpError 404 where there is no such visit or the reader may not see it
 */
export async function readConsents(db: Knex, reader: Reader, id: number): Promise<VisitConsentRow[]> {
  await requireVisit(db, reader, id);
  await logAccess(db, reader, { visitIds: [id] });
  return visitConsentRows(db, id);
}

/**
 * The companions of a leader's visit within the reader's scope.
 * @throws HttpError 404 where there is no such visit or the reader may not see it
 */
export async function readFollowers(
  db: Knex,
  reader: Reader,
  leaderId: number,
): Promise<Accessed<VisitRow>[]> {
  await requireVisit(db, reader, leaderId);
  const hosts = reachOf(reader);
  const companions = Visit.query(db).select("id").where({ leaderId }).orderBy("id");
  const found = await (hosts ? companions.whereIn("hostUserId", [...hosts]) : companions);
  const ids = found.map(({ id }) => id);
  return readVisitsById(db, reader, ids);
}

/** A list's own criteria and default order. */
export interface VisitList {
  readonly sort: VisitSort;
  criteria(at: {
    readonly own: readonly number[];
    readonly now: Date;
    /** Begin of the current day in the site's time zone. */
    readonly today: Date;
    readonly timezone: string;
  }): VisitCriteria;
}

const both = (own: readonly StatusCode[] | undefined, requested: readonly StatusCode[] | undefined) =>
  own && requested ? own.filter((status) => requested.includes(status)) : (own ?? requested);

const later = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));

/** The list's criteria combined with the query's; undefined where no visit can match. */
function combineCriteria(
  own: VisitCriteria,
  { status, host, location, purpose, bounced, ...days }: Omit<VisitListQuery, "page" | "size">,
  timezone: string,
): VisitCriteria | undefined {
  const period = periodOfDays(days, timezone);
  const from = later(own.from, period.from);
  const { to } = period;
  const statuses = both(own.statuses, status);
  const isIncluded = (one: StatusCode) => !status || status.includes(one);
  const orExpectedAgain = isIncluded("exited") ? own.orExpectedAgain : undefined;
  const orHostResigned = isIncluded("approved") && own.orHostResigned;
  if ((statuses?.length === 0 && !orExpectedAgain && !orHostResigned) || (from && to && from >= to))
    return undefined;
  if (own.hosts && host !== undefined && !own.hosts.includes(host)) return undefined;
  const hosts = host === undefined ? own.hosts : [host];
  return { ...own, statuses, orExpectedAgain, orHostResigned, hosts, location, purpose, bounced, from, to };
}

const nothing: FoundVisits = { ids: [], total: 0, totalCapped: false };

/**
 * Reads a page of a list, and logs the access and searches by number.
 * @param timezone IANA name of the site's zone
 */
export async function readVisits(
  deps: Deps,
  reader: Reader,
  list: VisitList,
  { q, page, size, sort = list.sort, ...requested }: VisitListQuery,
  timezone: string,
): Promise<Page<Accessed<VisitRow>>> {
  const { db, cipher } = deps;
  const { at: now } = reader;
  const today = dayStart(fromInstant(now, timezone).slice(0, 10), timezone);
  const criteria = combineCriteria(
    list.criteria({ own: reader.hosts, now, today, timezone }),
    requested,
    timezone,
  );
  const searched = q === undefined ? undefined : await parseSearchText(db, cipher, q);
  const find = () => findVisits(db, { ...criteria, text: searched?.text }, { page, size, sort });
  const isPossible = criteria && (!searched || searched.text);
  const search = () => (searched ? limitMisses(deps, reader, searched, find) : find());
  const { ids, ...counts } = isPossible ? await search() : nothing;
  const personHash = searched?.personHash;
  const rows = await readVisitsById(db, reader, ids, { personHash });
  return { rows, ...counts };
}
