/** Times and lengths in words. Wall times are "YYYY-MM-DD HH:mm" of the site and are never moved between zones. */
import type { Language } from "./language.ts";

/** Made when first asked for: a formatter takes several milliseconds that the first load can do without. */
const weekdays: Partial<Record<Language, Intl.DateTimeFormat>> = {};

function weekdayOf(instant: Date, language: Language): string {
  weekdays[language] ??= new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  return weekdays[language].format(instant);
}

/** "2026-11-20 (금)". */
export function formatDay(wall: string, language: Language): string {
  const day = wall.slice(0, 10);
  const instant = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? day : `${day} (${weekdayOf(instant, language)})`;
}

/** "2026-11-20 (금) 14:00". */
export const formatMoment = (wall: string, language: Language): string =>
  `${formatDay(wall, language)} ${wall.slice(11, 16)}`;

/** A length of stay: "2시간 30분", "1 day 3 hours". */
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
