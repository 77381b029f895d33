import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import type { ReportCounts } from "#contract/reports.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { numberText, outcomeColours, outcomes } from "./labels.ts";

/** Nothing moves of itself on a page of figures. */
const still = { isAnimationActive: false };
/** In the order of the stack. */
const asStacked = { itemSorter: null };
const rowHeight = 34;
const restHeight = 70;

interface Bar extends ReportCounts {
  readonly label: string;
}

interface StackProps {
  readonly bars: readonly Bar[];
  /** One under the other, each with its name before it. */
  readonly isList?: boolean;
}

/** What became of visits, stacked. */
export function OutcomeBars({ bars, isList = false }: StackProps) {
  const t = useTranslate();
  const language = useLanguage();
  const series = outcomes
    .filter((name) => bars.some((bar) => bar[name] > 0))
    .map((name) => ({ name, label: t(`console.reports.${name}`), color: outcomeColours[name] }));
  return (
    <BarChart
      accessibilityLayer={false}
      barProps={still}
      data={[...bars]}
      dataKey="label"
      gridAxis={isList ? "y" : "x"}
      h={isList ? bars.length * rowHeight + restHeight : 280}
      legendProps={asStacked}
      maxBarWidth={28}
      orientation={isList ? "vertical" : "horizontal"}
      series={series}
      tickLine="none"
      type="stacked"
      valueFormatter={(value) => numberText(value, language)}
      withLegend
      yAxisProps={isList ? { width: 130 } : { allowDecimals: false, width: 48 }}
      {...(isList && { xAxisProps: { allowDecimals: false } })}
    />
  );
}

interface HourProps {
  readonly hours: readonly { readonly hour: number; readonly arrived: number }[];
}

/** Entries by the hour. */
export function HourBars({ hours }: HourProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <BarChart
      accessibilityLayer={false}
      barProps={still}
      data={[...hours]}
      dataKey="hour"
      h={240}
      maxBarWidth={28}
      series={[{ name: "arrived", label: t("console.reports.arrived"), color: outcomeColours.arrived }]}
      tickLine="none"
      valueFormatter={(value) => numberText(value, language)}
      yAxisProps={{ allowDecimals: false, width: 48 }}
    />
  );
}
