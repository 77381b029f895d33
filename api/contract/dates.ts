/**
 * Times on the wire are the site's wall clock, "YYYY-MM-DD HH:mm" (docs/behaviour.md, "Dates and times"). Arithmetic
 * on them treats the wall clock as if it had no zone; only `toInstant` and `fromInstant` know of zones.
 */
import dayjs from "dayjs";
import utcPlugin from "dayjs/plugin/utc.js";

dayjs.extend(utcPlugin);

/** "YYYY-MM-DD HH:mm" on the site's wall clock. */
export type WallTime = string;

/** Minutes are chosen in steps of ten (docs/behaviour.md, "Dates and times"). */
export const minuteStep = 10;

/** The last minute of a day: off the step, and yet the latest end that there is. */
export const lastMinute = "23:59";

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

/** Moves a day, YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  dayjs.utc(day).add(days, "day").format("YYYY-MM-DD");

/** Days from one day, YYYY-MM-DD, until another; negative where that is earlier. */
export const daysBetween = (from: string, to: string): number => dayjs.utc(to).diff(dayjs.utc(from), "day");

/** Rounds down to the minute step. */
export function floorToStep(wall: WallTime): WallTime {
  const time = read(wall);
  return time.minute(time.minute() - (time.minute() % minuteStep)).format(format);
}

/** The latest end of a visit: the start's date plus (maxRequestDays − 1) days, at 23:59. */
export const latestEnd = (start: WallTime, maxRequestDays: number): WallTime =>
  `${read(start)
    .add(maxRequestDays - 1, "day")
    .format("YYYY-MM-DD")} ${lastMinute}`;

/** The end offered for a start: two hours later, within the maximum; 23:59 where no step is left before it. */
export function defaultEnd(start: WallTime, maxRequestDays: number): WallTime {
  const end = addMinutes(start, defaultStayHours * 60);
  const latest = latestEnd(start, maxRequestDays);
  const lastStep = floorToStep(latest);
  if (end < lastStep) return end;
  return lastStep > start ? lastStep : latest;
}

/** Milliseconds within which a zone's offset never changes. */
const quarter = 15 * 60_000;
const maxOffsets = 20_000;

const formatters = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** What the zone's clock says at an instant, as if it were UTC. */
function clockAt(time: number, timezone: string): number {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    const numeric = "numeric";
    const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
    formatter = new Intl.DateTimeFormat("en", { ...parts, hourCycle: "h23", timeZone: timezone });
    formatters.set(timezone, formatter);
  }
  const parts = Object.fromEntries(
    formatter.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}

/**
 * How far a zone's clock is ahead of UTC, in milliseconds. Remembered by the quarter of an hour: asking Intl
 * takes a twentieth of a millisecond, and a list of visits has hundreds of times.
 */
function offsetAt(time: number, timezone: string): number {
  const start = Math.floor(time / quarter) * quarter;
  const key = `${timezone} ${start}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= maxOffsets) offsets.clear();
  const offset = clockAt(start, timezone) - start;
  offsets.set(key, offset);
  return offset;
}

/** The instant of a wall time in a zone (IANA name). A time skipped by a clock change moves forward. */
export function toInstant(wall: WallTime, timezone: string): Date {
  const asUtc = Date.parse(`${wall.replace(" ", "T")}Z`);
  const first = asUtc - offsetAt(asUtc, timezone);
  const second = asUtc - offsetAt(first, timezone);
  const isThere = second + offsetAt(second, timezone) === asUtc;
  return new Date(isThere ? second : Math.max(first, second));
}

/** The wall time of an instant in a zone (IANA name), seconds cut off. */
export function fromInstant(instant: Date, timezone: string): WallTime {
  const time = instant.getTime();
  return new Date(time + offsetAt(time, timezone)).toISOString().slice(0, 16).replace("T", " ");
}

/** The instant at which a day ("YYYY-MM-DD") begins in a zone (IANA name). */
export const dayStart = (day: string, timezone: string): Date => toInstant(`${day} 00:00`, timezone);

/**
 * The instants between which days ("YYYY-MM-DD", both included) lie in a zone.
 * @returns `isPossible` false where the last day comes before the first
 */
export function periodOfDays(
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  timezone: string,
) {
  const from = days.from === undefined ? undefined : dayStart(days.from, timezone);
  const to = days.to === undefined ? undefined : dayStart(addDays(days.to, 1), timezone);
  return { from, to, isPossible: !(from && to && from >= to) };
}
