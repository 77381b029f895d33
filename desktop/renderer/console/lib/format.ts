/** Wall times of the site, "YYYY-MM-DD HH:mm", in words. They are never moved between time zones. */

import { formatPhone } from "#contract/phone.ts";
import type { Language } from "./language.ts";

const cache = new Map<string, Intl.DateTimeFormat>();

function formatter(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = cache.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  cache.set(key, known);
  return known;
}

const asUtc = (wall: string) => new Date(`${wall.slice(0, 10)}T00:00:00Z`);

/** "11. 20. (금)", "Fri, 11/20". */
export const formatShortDay = (wall: string, language: Language): string =>
  formatter(language, { month: "numeric", day: "numeric", weekday: "short" }).format(asUtc(wall));

/** "2026년 11월 20일 금요일". */
export const formatLongDay = (wall: string, language: Language): string =>
  formatter(language, { dateStyle: "full" }).format(asUtc(wall));

export const timeOf = (wall: string): string => wall.slice(11, 16);

/** A period in the two parts between which a line may break: "2026-11-20", "14:00–16:00". */
export function periodParts(start: string, end: string): readonly [string, string] {
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  return isOneDay ? [start.slice(0, 10), `${timeOf(start)}–${timeOf(end)}`] : [`${start} –`, end];
}

/** A period, as short as it can be told: one day's is "2026-11-20 14:00–16:00". */
export const formatPeriod = (start: string, end: string): string => periodParts(start, end).join(" ");

/** Hyphens while a Korean number is typed; a number with another country's code stays as it is typed. */
export const formatMobile = (next: string, previous: string): string =>
  next.startsWith("+") && !next.startsWith("+82") ? next : formatPhone(next, previous);

const units = ["B", "KB", "MB", "GB"] as const;

/** Bytes as people say them: "25 MB", "1.5 GB". */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value >= 10 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
