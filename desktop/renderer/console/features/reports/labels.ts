/** Numbers of a report in words. */

import type { Language } from "#browser/language.ts";
import { addMinutes } from "#contract/dates.ts";
import type { ReportCounts, VisitReport } from "#contract/visits/reports.ts";
import type { Translate } from "../../lib/language.ts";

type Counted = keyof ReportCounts;

/** What a visit came to, in the order in which bars are stacked. */
export const outcomes = ["arrived", "noShow", "dropped", "open"] as const satisfies readonly Counted[];

/** Of some visits it is not said what became of them. */
export type Outcome = (typeof outcomes)[number] | "undivided";

/** Colours that stand for them everywhere; the word always stands beside. */
export const outcomeColours = {
  arrived: "var(--mantine-primary-color-filled)",
  noShow: "var(--status-rejected)",
  dropped: "var(--status-quiet-fill)",
  open: "var(--status-entered)",
  undivided: "var(--mantine-color-gray-5)",
} as const satisfies Record<Outcome, string>;

export const numberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(language).format(value);

/** @param share 0 to 1; null where there is nothing to be a share of */
export const percentText = (share: number | null, language: Language): string =>
  share === null
    ? "–"
    : new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(share);

/** Minutes as hours and minutes; null where nobody has left. */
export function stayText(minutes: number | null, t: Translate): string {
  if (minutes === null) return "–";
  if (minutes < 60) return t("console.reports.minutes", { minutes });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0
    ? t("console.reports.wholeHours", { hours })
    : t("console.reports.hours", { hours, minutes: rest });
}

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Of those who were awaited, who did not come. */
export const noShowRate = ({ arrived, noShow }: Pick<ReportCounts, "arrived" | "noShow">): number | null =>
  shareOf(noShow, arrived + noShow);

/** The busiest hours, those with the most entries; none where nobody came. */
export function peakHours(hours: VisitReport["byHour"]): number[] {
  const most = Math.max(...hours.map(({ arrived }) => arrived));
  return most === 0 ? [] : hours.filter(({ arrived }) => arrived === most).map(({ hour }) => hour);
}

type SpanUnit = "day" | "week" | "month";

export interface Span extends ReportCounts {
  /** Its first and last day, as far as they belong to the period. */
  readonly from: string;
  readonly to: string;
}

const maxDays = 45;
const maxWeeks = 27;

/** The unit in which a period of so many days is looked at. */
export function unitOf(days: number): SpanUnit {
  if (days <= maxDays) return "day";
  return days <= maxWeeks * 7 ? "week" : "month";
}

/** The first day of the week, a Monday. */
function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addMinutes(`${day} 00:00`, -weekday * 24 * 60).slice(0, 10);
}

const keyOf = (day: string, unit: SpanUnit): string => {
  if (unit === "day") return day;
  return unit === "week" ? mondayOf(day) : day.slice(0, 7);
};

/** Days put together, so that a year is not three hundred and sixty-five bars. */
export function spansOf(days: VisitReport["byDay"], unit: SpanUnit): Span[] {
  const spans = new Map<string, Span>();
  for (const { day, ...counts } of days) {
    const key = keyOf(day, unit);
    const span = spans.get(key);
    spans.set(key, {
      from: span?.from ?? day,
      to: day,
      visits: (span?.visits ?? 0) + counts.visits,
      arrived: (span?.arrived ?? 0) + counts.arrived,
      noShow: (span?.noShow ?? 0) + counts.noShow,
      dropped: (span?.dropped ?? 0) + counts.dropped,
      open: (span?.open ?? 0) + counts.open,
    });
  }
  return [...spans.values()];
}
