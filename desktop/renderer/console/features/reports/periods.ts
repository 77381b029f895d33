/** Periods of whole days, "YYYY-MM-DD", of the site's calendar, and the reading of a period's report. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { addMinutes } from "#contract/dates.ts";
import { daysBetween, getVisitReport } from "#contract/visits/reports.ts";
import { read } from "../../lib/api.ts";

export interface Period {
  readonly from: string;
  readonly to: string;
}

const moved = (day: string, days: number): string => addMinutes(`${day} 00:00`, days * 24 * 60).slice(0, 10);
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** What is asked for most, by a word. */
export const presets = ["week", "thirty", "thisMonth", "lastMonth", "year"] as const;
type Preset = (typeof presets)[number];

/** @param today the last day of all but the last month's */
export function presetPeriod(preset: Preset, today: string): Period {
  const thisMonth = firstOfMonth(today);
  const lastDay = moved(thisMonth, -1);
  const periods: Record<Preset, Period> = {
    week: { from: moved(today, -6), to: today },
    thirty: { from: moved(today, -29), to: today },
    thisMonth: { from: thisMonth, to: today },
    lastMonth: { from: firstOfMonth(lastDay), to: lastDay },
    year: { from: moved(today, -364), to: today },
  };
  return periods[preset];
}

/** As many days, right before. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: moved(from, -daysBetween(from, to)),
  to: moved(from, -1),
});

/** @param language names are given in it */
export const reportQuery = ({ from, to }: Period, language: Language) =>
  queryOptions({
    queryKey: ["reports", "visits", from, to, language],
    queryFn: ({ signal }) => read(getVisitReport, { query: { from, to } }, signal),
    placeholderData: keepPreviousData,
  });
