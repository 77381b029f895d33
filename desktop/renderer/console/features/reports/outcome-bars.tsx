import { BarChart } from "@mantine/charts";
import { type ReactNode, useId } from "react";
import type { ReportCounts } from "#contract/visits/reports.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { noAnimation } from "./charts.tsx";
import { numberText, type Outcome, outcomeColours, outcomes } from "./labels.ts";
import styles from "./reports.module.css";

const rowHeight = 34;
const axisHeight = 40;

interface Bar extends Omit<ReportCounts, "visits"> {
  readonly label: string;
  /** Visits without reported outcomes. */
  readonly undivided?: number;
}

const stack = [...outcomes, "undivided"] as const;

interface StackProps {
  readonly bars: readonly Bar[];
  /** Horizontal bars with their labels on the left. */
  readonly isList?: boolean;
}

/** Stacked bars of outcomes. */
export function OutcomeBars({ bars, isList = false }: StackProps) {
  const t = useTranslate();
  const language = useLanguage();
  const chart = useId();
  const present = stack.filter((name) => bars.some((bar) => (bar[name] ?? 0) > 0));
  const series = present.map((name) => ({
    name,
    label: t(`console.reports.${name}`),
    color: outcomeColours[name],
    fill: fillOf(chart, name),
  }));
  return (
    <>
      <Legend chart={chart} outcomes={present} />
      <BarChart
        accessibilityLayer={false}
        barProps={({ color, name }) => ({
          ...noAnimation,
          fill: series.find((entry) => entry.name === name)?.fill ?? color,
          stroke: color,
          strokeOpacity: 1,
        })}
        data={[...bars]}
        dataKey="label"
        gridAxis={isList ? "y" : "x"}
        h={isList ? bars.length * rowHeight + axisHeight : 260}
        maxBarWidth={28}
        orientation={isList ? "vertical" : "horizontal"}
        series={series}
        tickLine="none"
        type="stacked"
        valueFormatter={(value) => numberText(value, language)}
        yAxisProps={isList ? { width: 130 } : { allowDecimals: false, width: 48 }}
        {...(isList && { xAxisProps: { allowDecimals: false } })}
      />
    </>
  );
}

interface LegendProps {
  readonly chart: string;
  readonly outcomes: readonly Outcome[];
}

function Legend({ chart, outcomes }: LegendProps) {
  const t = useTranslate();
  return (
    <ul className={styles.legend}>
      {outcomes.map((outcome) => (
        <li key={outcome}>
          <svg aria-hidden height={14} width={14}>
            <OutcomePattern chart={chart} outcome={outcome} />
            <rect
              fill={fillOf(chart, outcome)}
              height={13}
              stroke={outcomeColours[outcome]}
              width={13}
              x={0.5}
              y={0.5}
            />
          </svg>
          {t(`console.reports.${outcome}`)}
        </li>
      ))}
    </ul>
  );
}

const size = 8;

/** Pattern of each outcome. */
const shapes: Record<Outcome, ReactNode> = {
  undivided: null,
  arrived: <rect fill="currentColor" height={size} width={size} />,
  noShow: <path d="M-2 2 2 -2M-2 10 10 -2M6 10 10 6" stroke="currentColor" strokeWidth={2} />,
  dropped: <path d="M0 2H8M0 6H8" stroke="currentColor" strokeWidth={1.5} />,
  open: <circle cx={4} cy={4} fill="currentColor" r={2} />,
};

const patternId = (chart: string, outcome: Outcome): string => `${chart}-${outcome}`;

/** Fill of an outcome. @param chart id of the chart that defines the pattern */
const fillOf = (chart: string, outcome: Outcome): string => `url(#${patternId(chart, outcome)})`;

interface PatternProps {
  readonly chart: string;
  readonly outcome: Outcome;
}

/**
 * Pattern that distinguishes an outcome without colour: solid, hatched, lined or dotted. SVG patterns are also visible in
 * forced-colours mode.
 */
function OutcomePattern({ chart, outcome }: PatternProps) {
  return (
    <pattern
      color={outcomeColours[outcome]}
      height={size}
      id={patternId(chart, outcome)}
      patternUnits="userSpaceOnUse"
      width={size}
    >
      <rect fill="currentColor" fillOpacity={0.25} height={size} width={size} />
      {shapes[outcome]}
    </pattern>
  );
}
