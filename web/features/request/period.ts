/**
 * The visit's period while it is chosen (docs/behaviour.md, "Dates and times"). All times are the site's wall clock.
 */
import { defaultEnd, floorToStep, isWallTime, latestEnd, type WallTime } from "#contract/dates.ts";
import type { Draft } from "../../stores/draft.ts";

export interface Period {
  readonly start: string;
  readonly end: string;
  /** Times before this one, of the same day, are not offered: it is now, rounded down to the step. */
  readonly earliest: WallTime;
  /** First and last day the inputs offer; undefined while the start cannot be read. */
  readonly startMin: string;
  readonly endMin: string | undefined;
  readonly endMax: string | undefined;
}

/**
 * What the form shows: the default start moves with the clock until somebody touches it or the form has
 * been sent, and the end follows the start until somebody touches it.
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
    startMin: now.slice(0, 10),
    endMin: isReadable ? start.slice(0, 10) : undefined,
    endMax: isReadable ? latestEnd(start, maxRequestDays).slice(0, 10) : undefined,
  };
}

interface Moment {
  readonly date: string;
  readonly hour: string;
  readonly minute: string;
}

/** Takes a moment apart; a date that was emptied leaves hour and minute standing. */
export function readMoment(moment: string): Moment {
  const parts = /^(\S*) (\d\d):(\d\d)$/.exec(moment);
  return { date: parts?.[1] ?? "", hour: parts?.[2] ?? "00", minute: parts?.[3] ?? "00" };
}

export const writeMoment = ({ date, hour, minute }: Moment): string => `${date} ${hour}:${minute}`;

/** A moment of today that is over becomes the earliest that is left; other days are judged when the form is sent. */
export const notBefore = (moment: string, earliest: WallTime): string =>
  moment < earliest && moment.slice(0, 10) === earliest.slice(0, 10) ? earliest : moment;
