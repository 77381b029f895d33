/** The lists of the day, cut out of the board's rows. */
import { minutesBetween } from "#contract/dates.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { idParam, oneOfParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export type BoardTab = NonNullable<SearchOf<typeof parseTodaySearch>["list"]>;

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

/** What the desk does next with somebody: a pass, or the exit; undefined where neither is due. */
export function nextAction({
  actions,
  statusCode,
  expectedAgain,
}: Pick<VisitAnswer, "actions" | "statusCode" | "expectedAgain">): BoardAction | undefined {
  if (actions.includes("recovery")) return "recovery";
  // whoever left for the day is not let in again by one press too many
  const isDue = statusCode !== "exited" || expectedAgain;
  return isDue && actions.includes("issue") ? "issue" : undefined;
}

export type BoardAction = "issue" | "recovery";

/** Who comes within this is not late: times are chosen in steps of it. */
const graceMinutes = 10;

interface Delay {
  /** `late`: not here since the start. `over`: still inside since the end. */
  readonly kind: "late" | "over";
  readonly minutes: number;
}

/** By how much somebody is late, or stays too long. @param now wall time */
export function delayOf(
  {
    overdue,
    statusCode,
    startDate,
    endDate,
  }: Pick<VisitAnswer, "overdue" | "statusCode" | "startDate" | "endDate">,
  now: string,
): Delay | undefined {
  // the server says who is overdue; a clock that is behind makes it no less than a minute
  if (overdue) return { kind: "over", minutes: Math.max(1, minutesBetween(endDate, now)) };
  if (statusCode !== "applied" && statusCode !== "approved") return undefined;
  const minutes = minutesBetween(startDate, now);
  return minutes >= graceMinutes ? { kind: "late", minutes } : undefined;
}

/** A length that is read at a glance: minutes only within the first day. */
export const roughMinutes = (minutes: number): number =>
  minutes < 1_440 ? minutes : minutes - (minutes % 60);

export const parseTodaySearch = searchParser({
  /** The visit whose drawer is open. */
  visit: idParam,
  /** Which of the day's lists is shown. */
  list: oneOfParam(["expected", "inside", "overdue", "notReturned", "left"]),
});
