/**
 * Formats days, times and durations. Wall times are "YYYY-MM-DD HH:mm" of the site and are never converted between
 * zones.
 */
import type { Language } from "./language.ts";

/** Created on demand: a formatter takes several milliseconds. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });
  formatters.set(key, known);
  return known;
}

const dayOf = (wall: string) => wall.slice(0, 10);

const asUtc = (wall: string) => new Date(`${dayOf(wall)}T00:00:00Z`);

/** "2026-11-20 (금)"; other texts stay. */
export function formatDay(wall: string, language: Language): string {
  const instant = asUtc(wall);
  if (Number.isNaN(instant.getTime())) return dayOf(wall);
  return `${dayOf(wall)} (${formatterOf(language, { weekday: "short" }).format(instant)})`;
}

/** "2026-11-20 (금) 14:00". */
export const formatDateTime = (wall: string, language: Language): string =>
  `${formatDay(wall, language)} ${timeOf(wall)}`;

/** "11. 20. (금)", "Fri, 11/20". */
export const formatShortDay = (wall: string, language: Language): string =>
  formatterOf(language, { month: "numeric", day: "numeric", weekday: "short" }).format(asUtc(wall));

/** "2026년 11월 20일 금요일". */
export const formatLongDay = (wall: string, language: Language): string =>
  formatterOf(language, { dateStyle: "full" }).format(asUtc(wall));

/** "2026년 11월", "November 2026". */
export const formatMonth = (wall: string, language: Language): string =>
  formatterOf(language, { year: "numeric", month: "long" }).format(asUtc(wall));

/** The shortest form of a period of days: "11.23–11.27", "23–27 Nov". @param from, to "YYYY-MM-DD" */
export function formatDays(from: string, to: string, language: Language): string {
  const short = (day: string) => `${Number(day.slice(5, 7))}.${Number(day.slice(8, 10))}`;
  if (language === "ko") return from === to ? short(from) : `${short(from)}–${short(to)}`;
  const months = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  return months.formatRange(asUtc(from), asUtc(to));
}

/** "월", "Mon". @param day ISO weekday, 1 is Monday */
export const formatWeekday = (day: number, language: Language): string =>
  // 1 January 2024 was a Monday.
  formatterOf(language, { weekday: "short" }).format(new Date(Date.UTC(2024, 0, day)));

/** "14:00". */
export const timeOf = (wall: string): string => wall.slice(11, 16);

/** A period in two parts between which a line may break: "2026-11-20", "14:00–16:00". */
export function periodParts(start: string, end: string): readonly [string, string] {
  const isOneDay = dayOf(start) === dayOf(end);
  return isOneDay ? [dayOf(start), `${timeOf(start)}–${timeOf(end)}`] : [`${start} –`, end];
}

/** A period; within one day "2026-11-20 14:00–16:00". */
export const formatPeriod = (start: string, end: string): string => periodParts(start, end).join(" ");

/**
 * A period in the list of a day: "14:00–16:00" where it is that day's, with its dates otherwise.
 * @param day "YYYY-MM-DD"
 */
export const formatPeriodOn = (day: string, start: string, end: string): string =>
  dayOf(start) === day && dayOf(end) === day ? `${timeOf(start)}–${timeOf(end)}` : formatPeriod(start, end);

/** A duration: "2시간 30분", "1 day 3 hours". */
export function formatLength(minutes: number, language: Language): string {
  const parts = [
    ["day", Math.floor(minutes / 1440)],
    ["hour", Math.floor((minutes % 1440) / 60)],
    ["minute", minutes % 60],
  ] as const;
  return parts
    .filter(([, amount]) => amount > 0)
    .map(([unit, amount]) =>
      new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(amount),
    )
    .join(" ");
}

/**
 * The time of day.
 * @param at milliseconds since 1970
 * @param timezone the site's; by default this computer's
 */
export const clockTime = (at: number, language: Language, timezone?: string): string =>
  formatterOf(language, { hour: "numeric", minute: "2-digit", timeZone: timezone }).format(at);
