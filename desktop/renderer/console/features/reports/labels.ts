/** Calculations and labels of reports. */
import type { Language } from "#browser/language.ts";
import { addDays } from "#contract/dates.ts";
import type { ReportCounts, VisitReport } from "#contract/visits/reports.ts";
import type { Translate } from "../../lib/language.ts";

/** Outcomes of visits, in the order in which bars are stacked. */
export const outcomes = [
  "arrived",
  "noShow",
  "dropped",
  "open",
] as const satisfies readonly (keyof ReportCounts)[];

/** "undivided": the server does not report the outcomes of small groups. */
export type Outcome = (typeof outcomes)[number] | "undivided";

export const outcomeColours = {
  arrived: "var(--mantine-primary-color-filled)",
  noShow: "var(--status-rejected)",
  dropped: "var(--status-quiet-fill)",
  open: "var(--status-entered)",
  undivided: "var(--mantine-color-gray-5)",
} as const satisfies Record<Outcome, string>;

export const numberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(language).format(value);

/** @param share 0 to 1; null if the total is 0 */
export const percentText = (share: number | null, language: Language): string =>
  share === null
    ? "–"
    : new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(share);

/** Formats minutes as hours and minutes. @param minutes null if no visitor has left */
export function stayText(minutes: number | null, t: Translate): string {
  if (minutes === null) return "–";
  if (minutes < 60) return t("console.reports.minutes", { minutes });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0
    ? t("console.reports.wholeHours", { hours })
    : t("console.reports.hours", { hours, minutes: rest });
}

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Share of expected visitors who did not come. */
export const noShowRate = ({ arrived, noShow }: Pick<ReportCounts, "arrived" | "noShow">): number | null =>
  shareOf(noShow, arrived + noShow);

/** Hours with the most check-ins; empty if there were none. */
export function peakHours(hours: VisitReport["byHour"]): number[] {
  const max = Math.max(...hours.map(({ arrived }) => arrived));
  return max === 0 ? [] : hours.filter(({ arrived }) => arrived === max).map(({ hour }) => hour);
}

type DayGroupUnit = "day" | "week" | "month";

export interface DayGroup extends ReportCounts {
  /** First and last day within the period. */
  readonly from: string;
  readonly to: string;
}

const maxDays = 45;
const maxWeeks = 27;

/** Unit of the bars for a period of this length. */
export function groupUnitOf(days: number): DayGroupUnit {
  if (days <= maxDays) return "day";
  return days <= maxWeeks * 7 ? "week" : "month";
}

/** Monday of the week. */
function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

const keyOf = (day: string, unit: DayGroupUnit): string => {
  if (unit === "day") return day;
  return unit === "week" ? mondayOf(day) : day.slice(0, 7);
};

/** Sums up days by unit. */
export function groupDays(days: VisitReport["byDay"], unit: DayGroupUnit): DayGroup[] {
  const groups = new Map<string, DayGroup>();
  for (const { day, ...counts } of days) {
    const key = keyOf(day, unit);
    const group = groups.get(key);
    groups.set(key, {
      from: group?.from ?? day,
      to: day,
      visits: (group?.visits ?? 0) + counts.visits,
      arrived: (group?.arrived ?? 0) + counts.arrived,
      noShow: (group?.noShow ?? 0) + counts.noShow,
      dropped: (group?.dropped ?? 0) + counts.dropped,
      open: (group?.open ?? 0) + counts.open,
    });
  }
  return [...groups.values()];
}
