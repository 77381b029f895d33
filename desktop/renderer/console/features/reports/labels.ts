/** Numbers of a report in words. */
import type { ReportCounts, VisitReport } from "#contract/reports.ts";
import type { Language, Translate } from "../../lib/language.ts";

export type Counted = keyof ReportCounts;

/** What a visit came to, in the order in which bars are stacked. */
export const outcomes = ["arrived", "noShow", "dropped", "open"] as const satisfies readonly Counted[];

/** Colours that stand for them everywhere; the word always stands beside. */
export const outcomeColours = {
  arrived: "var(--mantine-primary-color-filled)",
  noShow: "var(--status-rejected)",
  dropped: "var(--status-quiet-fill)",
  open: "var(--status-entered)",
} as const satisfies Record<(typeof outcomes)[number], string>;

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
