/** The visit's period in the form (docs/behaviour.md, "Dates and times"). All times are local times of the site. */
import { defaultEnd, floorToStep, isWallTime, latestEnd, type WallTime } from "#contract/dates.ts";
import type { Draft } from "../../stores/draft.ts";

export interface Period {
  readonly start: string;
  readonly end: string;
  /** Earliest time offered today: now, rounded down to the step. */
  readonly earliest: WallTime;
  /** Earliest end offered: the start, where it is later. */
  readonly earliestEnd: WallTime;
  /** First and last day offered; undefined while the start is invalid. */
  readonly startMin: string;
  readonly endMin: string | undefined;
  readonly endMax: string | undefined;
}

/**
 * Computes the shown period: the default start follows the clock until the visitor changes it or submits, and the end
 * follows the start until the visitor changes it.
 */
export function periodOf(draft: Draft, now: WallTime, maxRequestDays: number): Period {
  const { values, sentPeriod } = draft;
  const earliest = floorToStep(now);
  const start = values.startDate ?? sentPeriod?.startDate ?? earliest;
  const isReadable = isWallTime(start);
  const follow = isReadable ? defaultEnd(start, maxRequestDays) : "";
  return {
    start,
    end: values.endDate ?? sentPeriod?.endDate ?? follow,
    earliest,
    earliestEnd: isReadable && start > earliest ? start : earliest,
    startMin: now.slice(0, 10),
    endMin: isReadable ? start.slice(0, 10) : undefined,
    endMax: isReadable ? latestEnd(start, maxRequestDays).slice(0, 10) : undefined,
  };
}

interface DateTimeParts {
  readonly date: string;
  readonly hour: string;
  readonly minute: string;
}

/** Splits a date-time; an empty date keeps hour and minute. */
export function splitDateTime(dateTime: string): DateTimeParts {
  const parts = /^(\S*) (\d\d):(\d\d)$/.exec(dateTime);
  return { date: parts?.[1] ?? "", hour: parts?.[2] ?? "00", minute: parts?.[3] ?? "00" };
}

export const joinDateTime = ({ date, hour, minute }: DateTimeParts): string => `${date} ${hour}:${minute}`;

/** Replaces a time before the earliest one of the same day by it; other days are validated on submit. */
export const notBefore = (dateTime: string, earliest: WallTime): string =>
  dateTime < earliest && dateTime.slice(0, 10) === earliest.slice(0, 10) ? earliest : dateTime;
