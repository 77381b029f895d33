/** The lists of the day, cut out of the board's rows. */

import * as z from "zod/mini";
import type { VisitAnswer } from "#contract/visits.ts";

export type BoardTab = NonNullable<TodaySearch["list"]>;

type Cut = (rows: readonly VisitAnswer[]) => VisitAnswer[];

const byStart = (one: VisitAnswer, other: VisitAnswer) => one.startDate.localeCompare(other.startDate);
const byEnd = (one: VisitAnswer, other: VisitAnswer) => one.endDate.localeCompare(other.endDate);

/** Passes that were not returned are no list of the day's: they are of whatever day. */
export const boardTabs: Readonly<Record<Exclude<BoardTab, "notReturned">, Cut>> = {
  /** To come: applied and approved, and who is out and expected again on a further day. */
  expected: (rows) =>
    rows.filter((row) => ["applied", "approved"].includes(row.statusCode) || row.expectedAgain).sort(byStart),
  inside: (rows) => rows.filter(({ statusCode }) => statusCode === "entered").sort(byEnd),
  overdue: (rows) => rows.filter(({ overdue }) => overdue).sort(byEnd),
  left: (rows) =>
    rows
      .filter((row) => ["exited", "ended"].includes(row.statusCode) && !row.expectedAgain)
      .sort((one, other) => (other.exitedAt ?? "").localeCompare(one.exitedAt ?? "")),
};

const visitId = z.int().check(z.minimum(1));

const search = z.object({
  /** The visit whose drawer is open. */
  visit: z.catch(z.optional(visitId), undefined),
  /** Which of the day's lists is shown. */
  list: z.catch(z.optional(z.enum(["expected", "inside", "overdue", "notReturned", "left"])), undefined),
});

type TodaySearch = z.output<typeof search>;

export const parseTodaySearch = (raw: Record<string, unknown>): TodaySearch => search.parse(raw);
