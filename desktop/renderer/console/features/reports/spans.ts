/** Days put together, so that a year is not three hundred and sixty-five bars. */
import { addMinutes } from "#contract/dates.ts";
import type { ReportCounts, VisitReport } from "#contract/reports.ts";

export type SpanUnit = "day" | "week" | "month";

export interface Span extends ReportCounts {
  /** Its first and last day, as far as they belong to the period. */
  readonly from: string;
  readonly to: string;
}

const mostDays = 45;
const mostWeeks = 27;

/** The unit in which a period of so many days is looked at. */
export function unitOf(days: number): SpanUnit {
  if (days <= mostDays) return "day";
  return days <= mostWeeks * 7 ? "week" : "month";
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
