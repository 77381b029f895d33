/**
 * Finds visits by part of a name, a company or a car number, in the order of their start. The index holds
 * each pair of letters by week, so that a common one is read from the latest week back until there are
 * enough, and a rare one costs a probe a week.
 */

import { unseen } from "../../planner.ts";
import {
  beganConditions,
  type Direction,
  plainConditions,
  shown,
  type VisitCriteria,
  type VisitText,
  where,
} from "./criteria.ts";

type Letters = Extract<VisitText, { kind: "letters" }>;

export type LettersCriteria = VisitCriteria & { readonly text: Letters };

/** The start of the next visit from a bound on, in walking order; of the wanted statuses only, where some are. */
function nextStart(criteria: VisitCriteria, direction: Direction, bound: string[]): string {
  const next = (more: string[]) =>
    `SELECT v.start_at FROM visits v ${where([shown, ...more, ...bound, ...beganConditions(criteria)])}
      ORDER BY v.start_at ${direction} LIMIT 1`;
  if (!criteria.statuses) return next([]);
  return `SELECT start_at FROM unnest(${unseen(":statuses", "text[]")}) AS wanted (status_code)
      CROSS JOIN LATERAL (${next(["v.status_code = wanted.status_code"])}) AS of_status
      ORDER BY start_at ${direction} LIMIT 1`;
}

/** Weeks that have visits, one after the other; empty ones are jumped over. */
function weeks(criteria: VisitCriteria, direction: Direction): string {
  const further =
    direction === "DESC" ? "v.start_at < week_start(weeks.week)" : "v.start_at >= week_start(weeks.week + 1)";
  return `SELECT week_number((${nextStart(criteria, direction, [])})) AS week
    UNION ALL
    SELECT week_number((${nextStart(criteria, direction, [further])})) FROM weeks WHERE week IS NOT NULL`;
}

/** One week's visits that fit. The letters of hidden visits are not there to be found. */
function ofWeek(criteria: LettersCriteria): string {
  const { text } = criteria;
  const byLetters = `SELECT s.visit_id AS id, s.start_at FROM visit_search s
    ${where([
      "search_keys(week_number(s.start_at), s.letters) @> keys_of_week(weeks.week, :pairs::text[])",
      "s.letters ~ :pattern",
      ...beganConditions(criteria, "s"),
      ...plainConditions(criteria, "s"),
    ])}`;
  const otherwise = (condition: string) => `SELECT v.id, v.start_at FROM visits v
    ${where([
      shown,
      condition,
      "v.start_at >= week_start(weeks.week) AND v.start_at < week_start(weeks.week + 1)",
      ...beganConditions(criteria),
      ...plainConditions(criteria),
    ])}`;
  return [
    byLetters,
    ...(text.hosts.length > 0 ? [otherwise("v.host_user_id = ANY(:hosts::integer[])")] : []),
    ...(text.lastFour.length > 0 ? [otherwise("v.cell_last_four_hash = ANY(:lastFour::bytea[])")] : []),
  ].join(" UNION ");
}

/** The first fits in walking order. The walk is a loop over the weeks, so its rows come in their order. */
export const byTextIndex = (criteria: LettersCriteria, direction: Direction, limit: number): string =>
  `WITH RECURSIVE weeks AS (${weeks(criteria, direction)})
   SELECT id, start_at FROM weeks CROSS JOIN LATERAL (
     ${ofWeek(criteria)} ORDER BY start_at ${direction}, id ${direction}
   ) AS of_week WHERE week IS NOT NULL LIMIT ${limit}`;
