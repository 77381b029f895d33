/** What is asked about visits in lists and searches, and how much may be read for it. */
import { lists } from "#api/features/visits/lists.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { type NameSearch, nameSearch } from "#db/queries/names.ts";
import type { VisitCriteria, VisitText } from "#db/queries/visits/criteria.ts";
import type { VisitSort } from "#db/queries/visits/search.ts";
import { type ManyVisitsSite, noon } from "./many-visits.ts";

const hour = 3_600_000;
export const day = 24 * hour;
export const today = { from: new Date(noon.getTime() - 12 * hour), to: new Date(noon.getTime() + 12 * hour) };
export const ago = (days: number, length = 1) => {
  const from = new Date(today.from.getTime() - days * day);
  return { from, to: new Date(from.getTime() + length * day) };
};

export const timezone = "Asia/Seoul";
export const size = 50;
/** More than are counted. */
export const enough = 10_001;

export interface Asked {
  readonly criteria: VisitCriteria;
  readonly sort?: VisitSort;
  readonly page?: number;
  /** Pages that may be looked at; those of a page of visits and of a walk along an index, unless given. */
  readonly pages?: number;
  /** Rows that a scan may take; unless given, as many as are counted. */
  readonly rows?: number;
}

/** A page of visits, and an index-only walk past all that are counted. */
export const walk = 20 * size;
/** Each of the counted looked at in the table once; a bit more where some do not fit after all. */
export const lookThrough = 1.2 * enough;
/** All of the counted looked up by their ids at once: each page of the table, and few of the index. */
const lookUp = walk + 1.2 * enough;
/** A probe or two for each week of the year. */
const probes = walk;

export const search = (q: string): NameSearch => nameSearch(q) as NameSearch;
export const text = (q: string, more: Partial<VisitText> = {}): VisitText =>
  ({ kind: "letters", ...search(q), hosts: [], lastFour: [], ...more }) as VisitText;

export const criteriaOf = (list: keyof typeof lists, me: number): VisitCriteria =>
  lists[list].criteria({ own: [me], now: noon, today: today.from, timezone });

/**
 * By what is asked.
 * @param site whose records are named
 * @param count how many visits there are
 */
export const questionsOf = (
  { firstHost: host, firstPlace: location, firstPurpose: purpose }: ManyVisitsSite,
  count: number,
): Record<string, Asked> => {
  const own = (list: keyof typeof lists): Asked => ({
    criteria: criteriaOf(list, host),
    sort: lists[list].sort,
  });
  const of = (...statuses: StatusCode[]): VisitCriteria => ({ statuses });
  /** What is asked of one place or purpose, a tenth of all at most, is read in its index. */
  const placed = { rows: count / 10, pages: walk };
  return {
    everything: { criteria: {} },
    "everything, earliest first": { criteria: {}, sort: "startDate" },
    "everything, a deep page": { criteria: {}, page: 200 },
    "everything by name": { criteria: {}, sort: "name", pages: lookUp },
    "everything by the latest end": { criteria: {}, sort: "-endDate", pages: lookUp },
    applied: { criteria: of("applied") },
    approved: { criteria: of("approved") },
    entered: { criteria: of("entered") },
    exited: { criteria: of("exited") },
    ended: { criteria: of("ended") },
    rejected: { criteria: of("rejected") },
    "cancelled, a deep page": { criteria: of("cancelled"), page: 200 },
    "ended by company": { criteria: of("ended"), sort: "-company", pages: lookUp },
    "all statuses": {
      criteria: of("applied", "approved", "entered", "exited", "ended", "rejected", "cancelled"),
      rows: 7 * enough,
    },
    "one host": { criteria: { host: [host] } },
    "one host's rejected": { criteria: { host: [host], statuses: ["rejected"] } },
    "one place": { criteria: { location } },
    "one purpose": { criteria: { purpose } },
    "one place and purpose": { criteria: { location, purpose }, ...placed },
    "one place's rejected": { criteria: { location, statuses: ["rejected"] }, ...placed },
    "one place's applied": { criteria: { location, statuses: ["applied"] }, ...placed },
    "one place's entered": { criteria: { location, statuses: ["entered"] } },
    "one place's and purpose's ended": { criteria: { location, purpose, statuses: ["ended"] }, ...placed },
    "one purpose's rejected and cancelled": {
      criteria: { purpose, statuses: ["rejected", "cancelled"] },
      ...placed,
      rows: count / 9,
    },
    today: { criteria: today, pages: 3 * walk },
    "a day half a year ago": { criteria: ago(180), pages: 3 * walk },
    "a day's ended half a year ago": { criteria: { ...ago(180), statuses: ["ended"] }, pages: 3 * walk },
    "one place on a day": { criteria: { ...ago(180), location }, pages: 3 * walk },
    "one host in a month": { criteria: { ...ago(180, 30), host: [host] } },
    "most of the year": { criteria: ago(300, 290), pages: 3 * walk },
    "until half a year ago": { criteria: { to: ago(180).to } },
    reserved: { ...own("reserved"), pages: 3 * walk },
    undecided: { ...own("undecided"), pages: 3 * walk },
    active: { ...own("active"), pages: 4 * walk },
    "not returned": { ...own("notReturned"), pages: 2 * walk },
    "own requests": own("ownRequests"),
    "own visited": own("ownVisited"),

    "a common pair of letters": { criteria: { text: text("김민") }, pages: lookThrough },
    "a very common pair": { criteria: { text: text("(주") }, pages: lookThrough, rows: 2 * enough },
    "a very common pair, a deep page": {
      criteria: { text: text("(주") },
      page: 200,
      pages: lookThrough,
      rows: 2 * enough,
    },
    "a very common pair, earliest first": {
      criteria: { text: text("(주") },
      sort: "startDate",
      pages: lookThrough,
      rows: 2 * enough,
    },
    "a very common pair by name": {
      criteria: { text: text("(주") },
      sort: "name",
      pages: lookUp + lookThrough,
      rows: 2 * enough,
    },
    "a rare pair": { criteria: { text: text("류옥") }, pages: probes },
    "a pair nobody has": { criteria: { text: text("뷁뷁") }, pages: probes },
    "initial consonants": { criteria: { text: text("ㄱㅁㅅ") }, pages: lookThrough, rows: 2 * enough },
    "a whole name": { criteria: { text: text("김민서") }, pages: lookThrough },
    "a company": { criteria: { text: text("한국") }, pages: lookThrough, rows: 2 * enough },
    "a car": { criteria: { text: text("12가3456") }, pages: 3 * probes },
    "a common pair and its hosts": {
      criteria: { text: text("김민", { hosts: Array.from({ length: 40 }, (_, n) => host + n) }) },
      pages: lookThrough,
    },
    "a rare pair and a hundred hosts": {
      criteria: { text: text("류옥", { hosts: Array.from({ length: 100 }, (_, n) => host + n) }) },
      pages: 20 * probes,
      rows: 6 * enough,
    },
    "last four digits": {
      criteria: { text: text("3456", { lastFour: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] }) },
      pages: 3 * probes,
    },
    "the reservation numbers of a day": {
      criteria: { text: { kind: "reserveNo", first: "251110-", beyond: "251110-~" } },
      pages: walk,
    },
    "one reservation number": {
      criteria: { text: { kind: "reserveNo", first: "251110-0A0A0", beyond: "251110-0A0A0~" } },
      pages: 10,
    },
    "a whole mobile number": {
      criteria: { text: { kind: "number", hashes: [Buffer.alloc(32, 1), Buffer.alloc(32)] } },
      pages: 20,
    },
    "a common pair among the rejected": {
      criteria: { text: text("김민"), statuses: ["rejected"] },
      pages: 2 * lookThrough,
      rows: 2 * enough,
    },
    "a very common pair among the applied": {
      criteria: { text: text("(주"), statuses: ["applied"] },
      pages: walk,
      rows: 2 * enough,
    },
    "a common pair among the entered": {
      criteria: { text: text("김민"), statuses: ["entered"] },
      pages: 4 * walk,
    },
    "a common pair among the reserved": {
      criteria: { ...criteriaOf("reserved", host), text: text("김민") },
      pages: 5 * walk,
    },
    "a common pair among the active": {
      criteria: { ...criteriaOf("active", host), text: text("김민") },
      sort: "endDate",
      pages: 4 * walk,
    },
    "a common pair among the not returned": {
      criteria: { ...criteriaOf("notReturned", host), text: text("김민") },
      pages: 2 * walk,
    },
    "a common pair at one place": {
      criteria: { text: text("김민"), location },
      pages: 2 * lookThrough,
      rows: 2 * enough,
    },
    "a common pair to one host": { criteria: { text: text("김민"), host: [host] }, pages: 3 * walk },
    "a common pair of one's own visited": {
      criteria: { ...criteriaOf("ownVisited", host), text: text("김민") },
      pages: 3 * walk,
    },
    "a common pair on a day": { criteria: { ...ago(180), text: text("김민") }, pages: 7 * walk },
    "a very common pair in most of the year": {
      criteria: { ...ago(300, 290), text: text("(주") },
      pages: lookThrough,
      rows: 2 * enough,
    },
    "a rare pair in most of the year": {
      criteria: { ...ago(300, 290), text: text("류옥") },
      pages: 7 * walk,
    },
  };
};
