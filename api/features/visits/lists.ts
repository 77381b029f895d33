/** The lists of visits: what each holds, narrowed by what its reader asks for, and the trace of reading it. */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { totalOf } from "#api/paging.ts";
import { dayStart, fromInstant, periodOfDays } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { VisitListQuery } from "#contract/visits/visits.ts";
import { gather } from "#db/gather.ts";
import { leftStatuses, statusBeside, type VisitCriteria } from "#db/queries/visits/criteria.ts";
import { type VisitRow, visitRows } from "#db/queries/visits/rows.ts";
import { type FoundVisits, findVisits, type VisitSort } from "#db/queries/visits/search.ts";
import { type AccessDetails, Accessed } from "../access-log/log-access.ts";
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
function narrowed(
  own: VisitCriteria,
  asked: Omit<VisitListQuery, "page" | "size">,
  timezone: string,
): VisitCriteria | undefined {
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

interface AskedPage {
  readonly reader: Reader;
  readonly criteria: VisitCriteria;
  readonly paging: { readonly page: number; readonly size: number; readonly sort: VisitSort };
}

interface ReadPage {
  readonly rows: readonly Accessed<VisitRow>[];
  /** 10,001 stands for more than 10,000. */
  readonly total: number;
}

const nothing: FoundVisits = { ids: [], total: 0 };

async function readRows(
  db: Knex,
  readers: readonly Reader[],
  { ids, total }: FoundVisits,
  details?: AccessDetails,
): Promise<ReadPage> {
  const found = await visitRows(db, ids);
  const recorded = await Promise.all(
    readers.map((reader) => Accessed.record(db, reader, found, ({ id }) => [id], details)),
  );
  return { rows: recorded[0] ?? [], total };
}

/**
 * All consoles read their lists again when something changes: those who ask for the same page while it is being read share
 * the next reading. Each reader's row stands in the access log.
 */
const readTogether = gather(
  async (db, asked: readonly AskedPage[]): Promise<ReadPage[]> => {
    const [first] = asked;
    if (!first) return [];
    const readers = asked.map(({ reader }) => reader);
    const page = await readRows(db, readers, await findVisits(db, first.criteria, first.paging));
    return asked.map(() => page);
  },
  { keyOf: ({ criteria, paging }) => JSON.stringify([criteria, paging]) },
);

export interface VisitPage {
  readonly rows: readonly Accessed<VisitRow>[];
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
  { q, page, size, sort = list.sort, ...asked }: VisitListQuery,
  timezone: string,
): Promise<VisitPage> {
  const { db, cipher } = deps;
  const { at: now } = reader;
  const today = dayStart(fromInstant(now, timezone).slice(0, 10), timezone);
  const criteria = narrowed(list.criteria({ own: reader.hosts, now, today, timezone }), asked, timezone);
  const paging = { page, size, sort };

  async function search(words: string): Promise<ReadPage> {
    const searched = await readText(db, cipher, words);
    const { text, personHash } = searched;
    const isEmpty = !criteria || !text;
    const find = () => findVisits(db, { ...criteria, text }, paging);
    const found = isEmpty ? nothing : await limitMisses(deps, reader, searched, find);
    return readRows(db, [reader], found, { personHash });
  }

  const read = () => (criteria ? readTogether(db, { reader, criteria, paging }) : { rows: [], total: 0 });
  const { rows, total } = await (q === undefined ? read() : search(q));
  return { rows, ...totalOf(total, paging), now };
}
