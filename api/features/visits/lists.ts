/** The lists of visits: what each holds, narrowed by what its reader asks for, and the trace of reading it. */

import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import type { Page } from "#api/paging.ts";
import { dayStart, fromInstant, periodOfDays } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { VisitListQuery } from "#contract/visits/visits.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { type FoundVisits, findVisits, type VisitCriteria, type VisitSort } from "./queries/find-visits.ts";
import type { VisitRow } from "./queries/visit-rows.ts";
import { readVisitsById } from "./read.ts";
import { readText } from "./search-text.ts";

/** A list's own criteria, and its order unless another is asked for. */
export interface VisitList {
  readonly sort: VisitSort;
  criteria(at: {
    readonly own: readonly number[];
    readonly now: Date;
    /** When the site's day began. */
    readonly today: Date;
    readonly timezone: string;
  }): VisitCriteria;
}

export const lists = {
  all: { sort: "-startDate", criteria: () => ({}) },
  /** Left without giving a pass back, the first to leave first. */
  notReturned: { sort: "endDate", criteria: () => ({ holdingPass: true, statuses: ["exited", "ended"] }) },
  reserved: {
    sort: "startDate",
    criteria: ({ today, timezone }) => ({
      statuses: ["approved"],
      orExpectedAgain: { timezone },
      from: today,
    }),
  },
  undecided: { sort: "startDate", criteria: () => ({ statuses: ["applied"], orHostResigned: true }) },
  /** The first that should leave comes first. */
  active: { sort: "endDate", criteria: () => ({ statuses: ["entered"] }) },
  ownRequests: {
    sort: "startDate",
    criteria: ({ own, now }) => ({ hosts: own, statuses: ["applied", "approved"], from: now }),
  },
  ownVisited: {
    sort: "-startDate",
    criteria: ({ own }) => ({ hosts: own, statuses: ["entered", "exited", "ended"] }),
  },
} as const satisfies Record<string, VisitList>;

const both = (own: readonly StatusCode[] | undefined, asked: readonly StatusCode[] | undefined) =>
  own && asked ? own.filter((status) => asked.includes(status)) : (own ?? asked);

const later = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));

/** What is in the list and fits the query; undefined where that can be nothing. */
function narrowed(
  own: VisitCriteria,
  { status, host, location, purpose, bounced, ...days }: Omit<VisitListQuery, "page" | "size">,
  timezone: string,
): VisitCriteria | undefined {
  const period = periodOfDays(days, timezone);
  const from = later(own.from, period.from);
  const { to } = period;
  const statuses = both(own.statuses, status);
  const isAsked = (one: StatusCode) => !status || status.includes(one);
  const orExpectedAgain = isAsked("exited") ? own.orExpectedAgain : undefined;
  const orHostResigned = isAsked("approved") && own.orHostResigned;
  if ((statuses?.length === 0 && !orExpectedAgain && !orHostResigned) || (from && to && from >= to))
    return undefined;
  if (own.hosts && host !== undefined && !own.hosts.includes(host)) return undefined;
  const hosts = host === undefined ? own.hosts : [host];
  return { ...own, statuses, orExpectedAgain, orHostResigned, hosts, location, purpose, bounced, from, to };
}

export interface VisitPage extends Page<Accessed<VisitRow>> {
  readonly now: Date;
}

const nothing: FoundVisits = { ids: [], total: 0, totalCapped: false };

/**
 * Reads a page of a list and leaves a trace of whose data it showed or searched for.
 * @param timezone IANA name of the site's zone
 */
export async function readVisits(
  deps: Deps,
  reader: Reader,
  list: VisitList,
  { q, page, size, sort = list.sort, ...asked }: VisitListQuery,
  timezone: string,
): Promise<VisitPage> {
  const { db, cipher } = deps;
  const { at: now } = reader;
  const today = dayStart(fromInstant(now, timezone).slice(0, 10), timezone);
  const criteria = narrowed(list.criteria({ own: reader.hosts, now, today, timezone }), asked, timezone);
  const searched = q === undefined ? undefined : await readText(db, cipher, q);
  const find = (within: VisitCriteria) => findVisits(db, within, { page, size, sort });
  const search = async (): Promise<FoundVisits> => {
    if (!criteria || (searched && !searched.text)) return nothing;
    return searched
      ? limitMisses(deps, reader, searched, () => find({ ...criteria, text: searched.text }))
      : find(criteria);
  };
  const { ids, ...counts } = await search();
  const personHash = searched?.personHash;
  const rows = await readVisitsById(db, reader, ids, { personHash });
  return { rows, ...counts, now };
}
