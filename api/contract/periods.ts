/** Named periods: whole days of the site's calendar. */
import { addDays } from "./dates.ts";

export const periodPresets = [
  "today",
  "yesterday",
  "tomorrow",
  "thisWeek",
  "lastWeek",
  "nextWeek",
  "thisMonth",
  "lastMonth",
  "nextMonth",
  "last30",
] as const;

export type PeriodPreset = (typeof periodPresets)[number];

/** First and last day, "YYYY-MM-DD", both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The calendar month of a day. */
function monthOf(day: string): Days {
  const from = firstOfMonth(day);
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) };
}

/** Weeks begin on Mondays. */
function weekOf(day: string): Days {
  const from = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return { from, to: addDays(from, 6) };
}

const oneDay = (day: string): Days => ({ from: day, to: day });

const periods: Readonly<Record<PeriodPreset, (today: string) => Days>> = {
  today: oneDay,
  yesterday: (today) => oneDay(addDays(today, -1)),
  tomorrow: (today) => oneDay(addDays(today, 1)),
  thisWeek: weekOf,
  lastWeek: (today) => weekOf(addDays(today, -7)),
  nextWeek: (today) => weekOf(addDays(today, 7)),
  thisMonth: monthOf,
  lastMonth: (today) => monthOf(addDays(firstOfMonth(today), -1)),
  nextMonth: (today) => monthOf(addDays(monthOf(today).to, 1)),
  last30: (today) => ({ from: addDays(today, -29), to: today }),
};

/** @param today "YYYY-MM-DD" by the site's calendar */
export const presetDays = (preset: PeriodPreset, today: string): Days => periods[preset](today);

/** The preset that equals a period; undefined without one. @param today "YYYY-MM-DD" by the site's calendar */
export const presetOf = (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): PeriodPreset | undefined =>
  periodPresets.find((preset) => {
    const days = presetDays(preset, today);
    return days.from === from && days.to === to;
  });
