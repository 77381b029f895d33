/** Tabs of the board, which filter its rows. */
import { minutesBetween } from "#contract/dates.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { idParam, oneOfParam, searchParser } from "../../lib/search-params.ts";

export const boardTabs = ["expected", "inside", "overdue", "notReturned", "left"] as const;

export type BoardTab = (typeof boardTabs)[number];

type RowFilter = (rows: readonly VisitAnswer[]) => VisitAnswer[];

const byStart = (one: VisitAnswer, other: VisitAnswer) => one.startDate.localeCompare(other.startDate);
const byEnd = (one: VisitAnswer, other: VisitAnswer) => one.endDate.localeCompare(other.endDate);

/** The board's visits by tab. Without `notReturned`, which is not limited to today. */
export const boardFilters: Readonly<Record<Exclude<BoardTab, "notReturned">, RowFilter>> = {
  /** Requested and approved visits, and visitors who left but are expected again on another day. */
  expected: (rows) =>
    rows.filter((row) => ["applied", "approved"].includes(row.statusCode) || row.expectedAgain).sort(byStart),
  inside: (rows) => rows.filter(({ statusCode }) => statusCode === "entered").sort(byEnd),
  overdue: (rows) => rows.filter(({ overdue }) => overdue).sort(byEnd),
  left: (rows) =>
    rows
      .filter((row) => ["exited", "ended"].includes(row.statusCode) && !row.expectedAgain)
      .sort((one, other) => (other.exitedAt ?? "").localeCompare(one.exitedAt ?? "")),
};

/** The desk's next action; undefined if neither check-in nor check-out is due. */
export function nextAction({
  actions,
  statusCode,
  expectedAgain,
}: Pick<VisitAnswer, "actions" | "statusCode" | "expectedAgain">): BoardAction | undefined {
  if (actions.includes("recovery")) return "recovery";
  // no accidental re-entry of a visitor who has left for the day
  const isDue = statusCode !== "exited" || expectedAgain;
  return isDue && actions.includes("issue") ? "issue" : undefined;
}

export type BoardAction = "issue" | "recovery";

/** Visitors are not late within this time, the step of start times. */
const graceMinutes = 10;

interface Delay {
  /** `late`: not here since the start; `pending`: not decided since then. `over`: still inside since the end. */
  readonly kind: "late" | "pending" | "over";
  readonly minutes: number;
}

/** How much a visitor is late or overdue, or a decision missing. @param now wall time */
export function delayOf(
  {
    overdue,
    statusCode,
    startDate,
    endDate,
  }: Pick<VisitAnswer, "overdue" | "statusCode" | "startDate" | "endDate">,
  now: string,
): Delay | undefined {
  // at least a minute, even if this computer's clock is behind the server's
  if (overdue) return { kind: "over", minutes: Math.max(1, minutesBetween(endDate, now)) };
  if (statusCode !== "applied" && statusCode !== "approved") return undefined;
  const minutes = minutesBetween(startDate, now);
  if (minutes < graceMinutes) return undefined;
  return { kind: statusCode === "applied" ? "pending" : "late", minutes };
}

/** Rounds down to hours from one day on. */
export const roundMinutes = (minutes: number): number =>
  minutes < 1_440 ? minutes : minutes - (minutes % 60);

export const parseTodaySearch = searchParser({
  /** The visit whose drawer is open. */
  visit: idParam,
  /** The tab that is shown. */
  list: oneOfParam(boardTabs),
});
