/** The lists of visits: what each holds, narrowed by what its reader asks for, and the trace of reading it. */

import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { dayStart, fromInstant, periodOfDays } from "#contract/dates.ts";
import { deepest } from "#contract/lists.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { VisitListQuery } from "#contract/visits/visits.ts";
import { leftStatuses, statusBeside, type VisitCriteria } from "#db/queries/visits/criteria.ts";
import type { VisitRow } from "#db/queries/visits/rows.ts";
import { findVisits, type VisitSort } from "#db/queries/visits/search.ts";
import { loggedVisitRows } from "#db/statements/access-log.ts";
import { Accessed } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { readText } from "./search-text.ts";

/** A list's own criteria, and how it is ordered where nothing is said. */
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
  /** Who left without giving a pass back; who left first comes first. */
  notReturned: {
    sort: "endDate",
    criteria: () => ({ holdingPass: true, statuses: leftStatuses }),
  },
  reserved: {
    sort: "startDate",
    criteria: ({ today, timezone }) => ({
      statuses: ["approved"],
      beside: "comesAgain",
      from: today,
      timezone,
    }),
  },
  /** Whoever decides about all decides about a host's who resigned, approved ones included. */
  undecided: {
    sort: "startDate",
    criteria: () => ({ statuses: ["applied"], beside: "hostResigned" }),
  },
  /** Who should have left comes first. */
  active: { sort: "endDate", criteria: () => ({ statuses: ["entered"] }) },
  ownRequests: {
    sort: "startDate",
    criteria: ({ own, now }) => ({ host: own, statuses: ["applied", "approved"], from: now }),
  },
  ownVisited: {
    sort: "-startDate",
    criteria: ({ own }) => ({ host: own, statuses: ["entered", "exited", "ended"] }),
  },
} as const satisfies Record<string, VisitList>;

const both = (own: readonly StatusCode[] | undefined, asked: readonly StatusCode[] | undefined) =>
  own && asked ? own.filter((status) => asked.includes(status)) : (own ?? asked);

const later = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));

/** What is in the list and fits what was asked for; undefined where that can be nothing. */
function narrowed(own: VisitCriteria, asked: VisitListQuery, timezone: string): VisitCriteria | undefined {
  const period = periodOfDays(asked, timezone);
  const from = later(own.from, period.from);
  const { to } = period;
  const statuses = both(own.statuses, asked.status);
  const isBesideAsked = own.beside && (!asked.status || asked.status.includes(statusBeside[own.beside]));
  const beside = isBesideAsked ? own.beside : undefined;
  if ((statuses?.length === 0 && !beside) || (from && to && from >= to)) return undefined;
  const host = asked.host === undefined ? own.host : [asked.host];
  if (own.host && asked.host !== undefined && !own.host.includes(asked.host)) return undefined;
  const { location, purpose } = asked;
  const bounced = asked.bounced ? ({ bounced: true } as const) : {};
  return { ...own, ...bounced, statuses, beside, host, location, purpose, from, to };
}

export interface VisitPage {
  readonly rows: Accessed<VisitRow>[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly now: Date;
}

/**
 * Reads a page of a list and leaves a trace of whose data it showed or searched for.
 * @param timezone IANA name of the site's zone
 */
export async function readVisits(
  deps: Deps,
  reader: Reader,
  list: VisitList,
  query: VisitListQuery,
  timezone: string,
): Promise<VisitPage> {
  const { db, cipher } = deps;
  const { at: now } = reader;
  const today = dayStart(fromInstant(now, timezone).slice(0, 10), timezone);
  const criteria = narrowed(list.criteria({ own: reader.hosts, now, today, timezone }), query, timezone);
  const read = query.q === undefined ? undefined : await readText(db, cipher, query.q);
  const isEmpty = !criteria || (read && !read.text);
  const { page, size, sort = list.sort } = query;
  const found = isEmpty
    ? { ids: [], total: 0 }
    : await limitMisses(deps, reader, read, () =>
        findVisits(db, { ...criteria, text: read?.text }, { page, size, sort }),
      );
  const rows = await Accessed.recordReading(
    db,
    reader,
    found.ids,
    (access) => loggedVisitRows(db, found.ids, access),
    { personHash: read?.personHash },
  );
  return {
    rows,
    total: Math.min(found.total, deepest),
    totalCapped: found.total > deepest,
    now,
  };
}
