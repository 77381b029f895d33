/** Periods of whole days at the site, "YYYY-MM-DD", and the query of a period's report. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { addDays } from "#contract/dates.ts";
import { daysBetween, getVisitReport } from "#contract/visits/reports.ts";
import { read } from "../../lib/api.ts";

export interface Period {
  readonly from: string;
  readonly to: string;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

export const presets = ["week", "thirty", "thisMonth", "lastMonth", "year"] as const;
type Preset = (typeof presets)[number];

export function presetPeriod(preset: Preset, today: string): Period {
  const thisMonth = firstOfMonth(today);
  const lastDay = addDays(thisMonth, -1);
  const periods: Record<Preset, Period> = {
    week: { from: addDays(today, -6), to: today },
    thirty: { from: addDays(today, -29), to: today },
    thisMonth: { from: thisMonth, to: today },
    lastMonth: { from: firstOfMonth(lastDay), to: lastDay },
    year: { from: addDays(today, -364), to: today },
  };
  return periods[preset];
}

/** The preceding period of the same length. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: addDays(from, -daysBetween(from, to)),
  to: addDays(from, -1),
});

export const reportQuery = ({ from, to }: Period, language: Language) =>
  queryOptions({
    queryKey: ["reports", "visits", from, to, language],
    queryFn: ({ signal }) => read(getVisitReport, { query: { from, to } }, signal),
    placeholderData: keepPreviousData,
  });
