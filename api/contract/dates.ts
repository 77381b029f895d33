/**
 * Times on the wire are the site's wall clock, "YYYY-MM-DD HH:mm" (docs/behaviour.md, "Dates and times"). Arithmetic
 * ignores zones; only `toInstant` and `fromInstant` convert.
 */
/** "YYYY-MM-DD HH:mm" on the site's wall clock. */
export type WallTime = string;

/** The system clock; tests pass another one. */
export const systemClock = (): Date => new Date();

/** Times are chosen in steps of ten minutes (docs/behaviour.md, "Dates and times"). */
export const minuteStep = 10;

/** The last minute of a day: off the step, but the latest end of a visit. */
export const lastMinute = "23:59";

/** A start up to this long in the past is accepted, because a form may be submitted some time after it was opened. */
export const startGraceMinutes = 30;

/** The default length of a visit. */
export const defaultStayHours = 2;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const shape = /^(\d{4})-(\d{2})-(\d{2}) ([01]\d|2[0-3]):([0-5]\d)$/;

/** Whether a text is a well-formed time of an existing day, in the years 2000 to 2199. */
export function isWallTime(text: string): boolean {
  const parts = shape.exec(text);
  if (!parts) return false;
  const year = Number(parts[1]);
  return year >= 2000 && year < 2200 && write(read(text)) === text;
}

/** A wall time or a day as milliseconds, as if it were UTC. */
const read = (wall: WallTime): number => Date.parse(wall.length > 10 ? `${wall.replace(" ", "T")}Z` : wall);

/** @returns "" for an invalid time */
const write = (time: number): WallTime =>
  Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 16).replace("T", " ");

/** Moves a wall time by minutes. */
export const addMinutes = (wall: WallTime, minutes: number): WallTime =>
  write(read(wall) + minutes * minuteMs);

/** Minutes from `from` until `to`; negative where `to` is earlier. */
export const minutesBetween = (from: WallTime, to: WallTime): number =>
  Math.trunc((read(to) - read(from)) / minuteMs);

/** Moves a day, YYYY-MM-DD. */
export const addDays = (day: string, days: number): string => write(read(day) + days * dayMs).slice(0, 10);

/** Days from one day, YYYY-MM-DD, until another; negative where that is earlier. */
export const daysBetween = (from: string, to: string): number => Math.trunc((read(to) - read(from)) / dayMs);

/** Rounds down to the minute step. */
export function floorToStep(wall: WallTime): WallTime {
  const step = minuteStep * minuteMs;
  return write(Math.floor(read(wall) / step) * step);
}

/** The latest end of a visit: 23:59 on the start's date plus (maxRequestDays − 1) days. */
export const latestEnd = (start: WallTime, maxRequestDays: number): WallTime =>
  `${write(read(start) + (maxRequestDays - 1) * dayMs).slice(0, 10)} ${lastMinute}`;

/** The end suggested for a start: two hours later, within the maximum; 23:59 where no step is left before it. */
export function defaultEnd(start: WallTime, maxRequestDays: number): WallTime {
  const end = addMinutes(start, defaultStayHours * 60);
  const latest = latestEnd(start, maxRequestDays);
  const lastStep = floorToStep(latest);
  if (end < lastStep) return end;
  return lastStep > start ? lastStep : latest;
}

/** Milliseconds within which a zone's offset is constant. */
const quarter = 15 * 60_000;
const maxOffsets = 20_000;

const formatters = new Map<string, Intl.DateTimeFormat>();
/** By zone, then by the start of the quarter of an hour, in milliseconds. */
const offsets = new Map<string, Map<number, number>>();

/** A zone's wall clock at an instant, as if it were UTC. */
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
 * A zone's offset from UTC, in milliseconds. Cached by quarter of an hour: Intl takes 50 µs a call, and a list of
 * visits has hundreds of times.
 */
function offsetAt(time: number, timezone: string): number {
  const start = Math.floor(time / quarter) * quarter;
  const ofZone = offsets.get(timezone) ?? new Map<number, number>();
  const known = ofZone.get(start);
  if (known !== undefined) return known;
  if (ofZone.size >= maxOffsets) ofZone.clear();
  const offset = clockAt(start, timezone) - start;
  offsets.set(timezone, ofZone.set(start, offset));
  return offset;
}

/** The instant of a wall time in a zone (IANA name). A time skipped by a clock change moves forward. */
export function toInstant(wall: WallTime, timezone: string): Date {
  const asUtc = read(wall);
  const first = asUtc - offsetAt(asUtc, timezone);
  const second = asUtc - offsetAt(first, timezone);
  const isThere = second + offsetAt(second, timezone) === asUtc;
  return new Date(isThere ? second : Math.max(first, second));
}

/** The wall time of an instant in a zone (IANA name), truncated to minutes. */
export function fromInstant(instant: Date, timezone: string): WallTime {
  const time = instant.getTime();
  return write(time + offsetAt(time, timezone));
}

/** The instant at which a day ("YYYY-MM-DD") begins in a zone (IANA name). */
export const dayStart = (day: string, timezone: string): Date => toInstant(`${day} 00:00`, timezone);

/**
 * The instants of a period of days ("YYYY-MM-DD", both included) in a zone (IANA name); `to` is exclusive.
 * @returns `isPossible` is false where the last day is before the first
 */
export function periodOfDays(
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  timezone: string,
) {
  const from = days.from === undefined ? undefined : dayStart(days.from, timezone);
  const to = days.to === undefined ? undefined : dayStart(addDays(days.to, 1), timezone);
  return { from, to, isPossible: !(from && to && from >= to) };
}
