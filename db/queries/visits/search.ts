/**
 * Finds a page of visits, and how many there are (docs/decisions/server/visit-lists.md). The first 10,001 fits in
 * the order of their start are candidates: they are counted, and the page is cut out of them. They are
 * chosen by an index that ends in that order, so what is read does not grow with the table.
 */

import type { Knex } from "knex";
import { deepest } from "#contract/lists.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { visitSorts } from "#contract/visits/visits.ts";
import { gathered, plannedAlone, unseen } from "../../planner.ts";
import type { Direction } from "../weeks.ts";
import {
  type Beside,
  beganConditions,
  beganWithin,
  bindingsOf,
  comesAgain,
  hasBounced,
  holdsPass,
  hostResigned,
  periodConditions,
  plainConditions,
  shown,
  textConditions,
  type VisitCriteria,
  wereThere,
  where,
} from "./criteria.ts";
import { byTextIndex } from "./text-search.ts";

export type VisitSort = (typeof visitSorts)[number] | `-${(typeof visitSorts)[number]}`;

export interface FoundVisits {
  /** Ids of the page, in order. */
  readonly ids: number[];
  /** 10,001 stands for more than 10,000. */
  readonly total: number;
}

const enough = deepest + 1;
const cut = (direction: Direction) => `ORDER BY start_at ${direction}, id ${direction} LIMIT ${enough}`;

const openOnly: readonly StatusCode[] = ["applied", "approved"];
/** Nobody stays inside for long, and who left is ended at night. */
const fewOnly: readonly StatusCode[] = ["entered", "exited"];

/** Whether statuses are asked for, and none but these. */
const within = (statuses: readonly StatusCode[] = [], few: readonly StatusCode[]) =>
  statuses.length > 0 && statuses.every((status) => few.includes(status));

/** All that is asked for as conditions, for visits that an index of its own narrows to few. */
function bySelectiveIndex(criteria: VisitCriteria, direction: Direction): string {
  const { host, holdingPass, bounced, statuses } = criteria;
  const conditions = [
    shown,
    // As constants, so that the index of open visits is known to hold them.
    ...(host !== undefined && within(statuses, openOnly)
      ? [`v.status_code IN ('${openOnly.join("', '")}')`]
      : []),
    ...(holdingPass ? [holdsPass] : []),
    ...(bounced ? [hasBounced] : []),
    ...plainConditions(criteria),
    ...textConditions(criteria.text),
    ...periodConditions(criteria),
  ];
  return `SELECT v.id, v.start_at FROM visits v ${where(conditions)} ${cut(direction)}`;
}

/** A walk for each status, since an index keeps order within one only. */
const walkEachStatus = (walk: string, direction: Direction): string =>
  `SELECT id, start_at FROM unnest(${unseen(":statuses", "text[]")}) AS wanted (status_code)
    CROSS JOIN LATERAL (${walk} ${cut(direction)}) AS walk`;

/**
 * By statuses that few visits are in; each is asked the rest. They are named in the statement: of one whose name comes later the
 * planner takes a fifth of all to be, and reads the index of places from end to end.
 */
function byStatusIndex(criteria: VisitCriteria, direction: Direction): string {
  const rest = [
    ...plainConditions({ ...criteria, statuses: undefined }),
    ...textConditions(criteria.text),
    ...periodConditions(criteria),
  ];
  return fewOnly
    .filter((status) => criteria.statuses?.includes(status))
    .map((status) => {
      const few = plannedAlone(`SELECT v.* FROM visits v WHERE v.status_code = '${status}' AND ${shown}`);
      return `(SELECT v.id, v.start_at FROM ${few} AS v ${where(rest)} ${cut(direction)})`;
    })
    .join(" UNION ALL ");
}

/** What began in the period, by its letters, its status, its place, or its start alone. */
function byStartIndex(criteria: VisitCriteria, direction: Direction): string {
  const { statuses, location, purpose, text } = criteria;
  if (text?.kind === "letters") return byTextIndex({ ...criteria, text }, direction, enough);
  if (statuses && location === undefined && purpose === undefined) {
    const ofStatus = ["v.status_code = wanted.status_code", shown, ...beganWithin(criteria)];
    return walkEachStatus(`SELECT v.id, v.start_at FROM visits v ${where(ofStatus)}`, direction);
  }
  const conditions = [shown, ...plainConditions(criteria), ...beganConditions(criteria)];
  return `SELECT v.id, v.start_at FROM visits v ${where(conditions)} ${cut(direction)}`;
}

/** What began before the period and was not over: few, and so each is asked the rest. */
const startedEarlier = (criteria: VisitCriteria): string =>
  wereThere()
    .map(
      (there) => `SELECT v.id, v.start_at FROM visits v
        ${where([shown, ...there, ...plainConditions(criteria), ...textConditions(criteria.text)])}`,
    )
    .join(" UNION ALL ");

const isBeside: Readonly<Record<Beside, string>> = { comesAgain, hostResigned };

/** Those that are listed beside the statuses asked for; each is asked the rest (OFFSET 0 prevents subquery flattening). */
function besideStatuses(criteria: VisitCriteria, beside: Beside): string {
  const rest = [
    ...plainConditions({ ...criteria, statuses: undefined }),
    ...textConditions(criteria.text),
    ...periodConditions(criteria),
  ];
  return `SELECT v.id, v.start_at FROM (SELECT v.* FROM visits v ${where([isBeside[beside], shown])} OFFSET 0) AS v
    ${where(rest)}`;
}

function candidates(criteria: VisitCriteria, direction: Direction): string {
  const { beside } = criteria;
  const walked = ofStatuses(criteria, direction);
  return beside
    ? `SELECT id, start_at FROM ((${walked}) UNION ALL (${besideStatuses(criteria, beside)})) AS all_of_them
       ${cut(direction)}`
    : walked;
}

function ofStatuses(criteria: VisitCriteria, direction: Direction): string {
  const { host, holdingPass, statuses, text } = criteria;
  const isNarrow = host !== undefined || holdingPass || (text && text.kind !== "letters");
  if (isNarrow) return bySelectiveIndex(criteria, direction);
  const broad = within(statuses, fewOnly)
    ? byStatusIndex(criteria, direction)
    : criteria.from
      ? `(${byStartIndex(criteria, direction)}) UNION ALL (${startedEarlier(criteria)})`
      : byStartIndex(criteria, direction);
  return `SELECT id, start_at FROM (${broad}) AS walked ${cut(direction)}`;
}

const columns = {
  startDate: "start_at",
  endDate: "end_at",
  createdAt: "created_at",
  name: "name",
  company: "company",
  reserveNo: "reserve_no",
} as const satisfies Record<(typeof visitSorts)[number], string>;

/** Ids of the page. By another column than the start all that were found are looked up at once. */
const pageIds = (column: keyof typeof columns, direction: Direction) =>
  column === "startDate"
    ? `SELECT id FROM found ORDER BY start_at ${direction}, id ${direction}`
    : `SELECT v.id FROM visits v WHERE v.id = ${gathered("SELECT id FROM found")}
       ORDER BY v.${columns[column]} ${direction}, v.id ${direction}`;

/**
 * @param sort by the start it is exact however many fit; by another column it puts in order the 10,000 that
 *   start last
 */
export async function findVisits(
  db: Knex,
  criteria: VisitCriteria,
  { page, size, sort }: { page: number; size: number; sort: VisitSort },
): Promise<FoundVisits> {
  if (criteria.statuses?.length === 0 && !criteria.beside) return { ids: [], total: 0 };
  const direction: Direction = sort.startsWith("-") ? "DESC" : "ASC";
  const column = sort.replace(/^-/, "") as keyof typeof columns;
  // Another order than by start is made among those that start last.
  const walk = column === "startDate" ? direction : "DESC";
  const { rows } = await db.raw<{ rows: [FoundVisits] }>(
    `WITH RECURSIVE found AS (${candidates(criteria, walk)})
     SELECT (SELECT count(*)::integer FROM found) AS total,
       ARRAY(${pageIds(column, direction)} LIMIT :size OFFSET :offset) AS ids`,
    { ...bindingsOf(criteria), size, offset: (page - 1) * size },
  );
  return rows[0];
}
