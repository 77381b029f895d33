/**
 * Finds visits by part of a name, a company or a car number, in the order of their start. The index holds
 * each pair of letters by week, so that a common one is read from the latest week back until there are
 * enough, and a rare one costs a probe a week.
 */

import type { StatusCode } from "#contract/visits/status.ts";
import { unseen } from "../../planner.ts";
import { byGrowingStretches, type Direction, keysOfWeek, type Walk, weekByWeek } from "../weeks.ts";
import {
  beganConditions,
  plainConditions,
  shown,
  type VisitCriteria,
  type VisitText,
  where,
} from "./criteria.ts";

type Letters = Extract<VisitText, { kind: "letters" }>;

export type LettersCriteria = VisitCriteria & { readonly text: Letters };

/** The start of the next visit from a bound on, in walking order; of the wanted statuses only, where some are. */
function nextStart(criteria: VisitCriteria, direction: Direction, bound: readonly string[]): string {
  const next = (more: readonly string[]) =>
    `SELECT v.start_at FROM visits v ${where([shown, ...more, ...bound, ...beganConditions(criteria)])}
      ORDER BY v.start_at ${direction} LIMIT 1`;
  if (!criteria.statuses) return next([]);
  return `SELECT start_at FROM unnest(${unseen(":statuses", "text[]")}) AS wanted (status_code)
      CROSS JOIN LATERAL (${next(["v.status_code = wanted.status_code"])}) AS of_status
      ORDER BY start_at ${direction} LIMIT 1`;
}

const walkOf = (criteria: VisitCriteria, direction: Direction): Walk => ({
  ...{ direction, at: "v.start_at", from: criteria.from, to: criteria.to },
  nextMoment: (further) => nextStart(criteria, direction, further),
});

const ordered = (direction: Direction) => `ORDER BY start_at ${direction}, id ${direction}`;

/**
 * Place, purpose and status as the index of letters holds them, each in one number with the week;
 * db/migrations/07_visit_search.ts.
 */
const placeKey = (week: string, location: string) => `${week} * 8589934592 + ${location}`;
const purposeKey = (week: string, purpose: string) => `${week} * 8589934592 + 4294967296 + ${purpose}`;
const statusKey = (week: string, status: string) => `${week} * 8589934592 + 2147483648 + ascii(${status})`;

const heldKeys = (() => {
  const week = "week_number(s.start_at)";
  const placed = `${placeKey(week, "s.location_id")}, ${purposeKey(week, "s.purpose_id")}`;
  return `CASE WHEN s.indexed_status IS NULL THEN ARRAY[${placed}]
    ELSE ARRAY[${placed}, ${statusKey(week, "s.indexed_status")}] END`;
})();

/** Of other statuses the index holds nothing: their visits change still, or are more than half of all. */
const indexedStatuses: readonly StatusCode[] = ["rejected", "cancelled"];

/**
 * That a row has the place, the purpose and one of the statuses asked for, by the index. Said only where they are: it costs a look at
 * each week.
 */
function keyConditions({ location, purpose, statuses }: VisitCriteria): string[] {
  const wanted = [
    ...(location === undefined ? [] : [placeKey("weeks.week", ":location::integer")]),
    ...(purpose === undefined ? [] : [purposeKey("weeks.week", ":purpose::integer")]),
  ];
  const isIndexed = statuses?.every((status) => indexedStatuses.includes(status));
  const ofStatus = `SELECT array_agg(${statusKey("weeks.week", "status")}) FROM unnest(:statuses::text[]) AS status`;
  return [
    ...(wanted.length > 0 ? [`(${heldKeys}) @> ARRAY[${wanted.join(", ")}]`] : []),
    ...(isIndexed ? [`(${heldKeys}) && (${ofStatus})`] : []),
  ];
}

/** By letters, week by week. The letters of hidden visits are not there to be found. */
function byLetters(criteria: LettersCriteria, direction: Direction, limit: number): string {
  const { withWeeks, weeks } = weekByWeek(walkOf(criteria, direction));
  const ofWeek = `SELECT s.visit_id AS id, s.start_at FROM visit_search s
    ${where([
      `search_keys(week_number(s.start_at), s.letters) @> ${keysOfWeek}`,
      ...keyConditions(criteria),
      ...beganConditions(criteria, "s"),
      ...plainConditions(criteria, "s"),
      "s.letters ~ :pattern",
    ])}`;
  return `${withWeeks}
    SELECT id, start_at FROM ${weeks} CROSS JOIN LATERAL (${ofWeek} ${ordered(direction)}) AS of_week LIMIT ${limit}`;
}

/** By the hosts whom the text names, or by last digits. */
function byHostOrDigits(criteria: LettersCriteria, direction: Direction, limit: number): string | undefined {
  const { hosts, lastFour } = criteria.text;
  const { withStretches, ofStretch } = byGrowingStretches(walkOf(criteria, direction));
  const of = (condition: string) => `SELECT v.id, v.start_at FROM visits v
    ${where([shown, condition, ...ofStretch, ...beganConditions(criteria), ...plainConditions(criteria)])}`;
  const ways = [
    ...(hosts.length > 0 ? [of("v.host_user_id = ANY(:hosts::integer[])")] : []),
    ...(lastFour.length > 0 ? [of("v.cell_last_four_hash = ANY(:lastFour::bytea[])")] : []),
  ];
  if (ways.length === 0) return undefined;
  return `${withStretches}
    SELECT id, start_at FROM stretches CROSS JOIN LATERAL (${ways.join(" UNION ALL ")} ${ordered(direction)}) AS of_stretch
    WHERE week IS NOT NULL LIMIT ${limit}`;
}

/** The first fits, of each way as many. The walks are loops, so that their rows come in order and end with the last wanted. */
export function byTextIndex(criteria: LettersCriteria, direction: Direction, limit: number): string {
  const letters = byLetters(criteria, direction, limit);
  const further = byHostOrDigits(criteria, direction, limit);
  return further ? `(${letters}) UNION (${further})` : letters;
}
