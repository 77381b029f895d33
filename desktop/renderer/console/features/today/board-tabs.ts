/** The lists of the day, cut out of the board's rows. */

import * as z from "zod/mini";
import type { VisitAnswer } from "#contract/visits.ts";

export type BoardTab = NonNullable<TodaySearch["list"]>;

type Cut = (rows: readonly VisitAnswer[], now: string) => VisitAnswer[];

const holdsPass = ({ pass, carPass }: VisitAnswer) => pass !== null || carPass !== null;
const byStart = (one: VisitAnswer, other: VisitAnswer) => one.startDate.localeCompare(other.startDate);
const byEnd = (one: VisitAnswer, other: VisitAnswer) => one.endDate.localeCompare(other.endDate);

export const boardTabs: Readonly<Record<BoardTab, Cut>> = {
  /** To come: applied and approved, and who went out and may come in again. */
  expected: (rows) =>
    rows.filter(({ statusCode }) => ["applied", "approved"].includes(statusCode)).sort(byStart),
  inside: (rows) => rows.filter(({ statusCode }) => statusCode === "entered").sort(byEnd),
  overdue: (rows) => rows.filter(({ overdue }) => overdue).sort(byEnd),
  notReturned: (rows) => rows.filter((row) => row.statusCode !== "entered" && holdsPass(row)).sort(byEnd),
  left: (rows) =>
    rows
      .filter(({ statusCode }) => ["exited", "ended"].includes(statusCode))
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
