/**
 * Times on the wire are the site's wall clock, "YYYY-MM-DD HH:mm" (specification, section 9; decisions,
 * "Wire"). Arithmetic on them treats the wall clock as if it had no zone; only `toInstant` and
 * `fromInstant` know of zones.
 */
import dayjs from "dayjs";
import timezonePlugin from "dayjs/plugin/timezone.js";
import utcPlugin from "dayjs/plugin/utc.js";

dayjs.extend(utcPlugin);
dayjs.extend(timezonePlugin);

/** "YYYY-MM-DD HH:mm" on the site's wall clock. */
export type WallTime = string;

/** Minutes are chosen in steps of ten (specification, section 5). */
export const minuteStep = 10;

/** An untouched form may be sent a while after it was opened: a start this long past is still taken. */
export const startGraceMinutes = 30;

/** The default length of a visit. */
export const defaultStayHours = 2;

const format = "YYYY-MM-DD HH:mm";
const shape = /^(\d{4})-(\d{2})-(\d{2}) ([01]\d|2[0-3]):([0-5]\d)$/;

/** True for a well-formed time of a day that exists, between the years 2000 and 2199. */
export function isWallTime(text: string): boolean {
  const parts = shape.exec(text);
  if (!parts) return false;
  const year = Number(parts[1]);
  return year >= 2000 && year < 2200 && dayjs.utc(text.replace(" ", "T")).format(format) === text;
}

const read = (wall: WallTime) => dayjs.utc(wall.replace(" ", "T"));

/** Moves a wall time by minutes. */
export const addMinutes = (wall: WallTime, minutes: number): WallTime =>
  read(wall).add(minutes, "minute").format(format);

/** Minutes from `from` until `to`; negative where `to` is earlier. */
export const minutesBetween = (from: WallTime, to: WallTime): number => read(to).diff(read(from), "minute");

/** Rounds down to the minute step. */
export function floorToStep(wall: WallTime): WallTime {
  const time = read(wall);
  return time.minute(time.minute() - (time.minute() % minuteStep)).format(format);
}

/** The latest end of a visit: the start's date plus (maxRequestDays − 1) days, at 23:59. */
export const latestEnd = (start: WallTime, maxRequestDays: number): WallTime =>
  `${read(start)
    .add(maxRequestDays - 1, "day")
    .format("YYYY-MM-DD")} 23:59`;

/** The end offered for a start: two hours later, within the maximum. */
export function defaultEnd(start: WallTime, maxRequestDays: number): WallTime {
  const end = addMinutes(start, defaultStayHours * 60);
  const latest = floorToStep(latestEnd(start, maxRequestDays));
  return end < latest ? end : latest;
}

/** The instant of a wall time in a zone (IANA name). A time skipped by a clock change moves forward. */
export const toInstant = (wall: WallTime, timezone: string): Date =>
  dayjs.tz(wall.replace(" ", "T"), timezone).toDate();

/** The wall time of an instant in a zone (IANA name), seconds cut off. */
export const fromInstant = (instant: Date, timezone: string): WallTime =>
  dayjs(instant).tz(timezone).format(format);
