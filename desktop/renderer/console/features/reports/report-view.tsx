import { useMemo } from "react";
import { formatShortDay } from "#browser/formats.ts";
import type { VisitReport } from "#contract/reports.ts";
import type { CellValue } from "../../components/export/sheet-file.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { ChartCard, HourBars, OutcomeBars } from "./charts.tsx";
import {
  codeColumns,
  departmentColumns,
  departmentNames,
  hourColumns,
  nameOr,
  spanColumns,
} from "./columns.ts";
import { numberText, peakHours, spansOf, unitOf } from "./labels.ts";
import styles from "./reports.module.css";

/** So many bars a list of groups has; the table and the file have them all. */
const maxBars = 10;
/** Of the quiet hours at night only those in which somebody came. */
const [firstHour, lastHour] = [7, 19];

function shownHours(hours: VisitReport["byHour"]): VisitReport["byHour"] {
  const busy = hours.filter(({ arrived }) => arrived > 0).map(({ hour }) => hour);
  return hours.slice(Math.min(firstHour, ...busy), Math.max(lastHour, ...busy) + 1);
}

/** A report in charts, each with its table. */
export function ReportView({ report }: { readonly report: VisitReport }) {
  const t = useTranslate();
  const language = useLanguage();
  const unit = unitOf(report.byDay.length);
  const spans = useMemo(() => spansOf(report.byDay, unit), [report, unit]);
  const cellText = (value: CellValue) =>
    typeof value === "number" ? numberText(value, language) : (value ?? "–");
  const labelOf = (day: string) => (unit === "month" ? day.slice(0, 7) : formatShortDay(day, language));
  const peaks = peakHours(report.byHour).map((hour) => t("console.reports.hourOf", { hour }));
  const tops = (count: number) =>
    count > maxBars ? t("console.reports.tops", { most: maxBars, count }) : undefined;
  const { byPlace, byPurpose, byDepartment } = report;
  const departments = departmentNames(byDepartment, t);
  const codes = [
    { title: t("console.reports.byPurpose"), heading: t("console.visit.purpose"), rows: byPurpose },
    { title: t("console.reports.byPlace"), heading: t("console.visit.place"), rows: byPlace },
  ];

  return (
    <>
      <ChartCard
        cellText={cellText}
        columns={spanColumns(t)}
        hint={t(`console.reports.${unit}Hint`)}
        rows={spans}
        title={t("console.reports.byDay")}
      >
        <OutcomeBars bars={spans.map((span) => ({ ...span, label: labelOf(span.from) }))} />
      </ChartCard>
      <div className={styles.charts}>
        <ChartCard
          cellText={cellText}
          columns={hourColumns(t)}
          hint={peaks.length > 0 ? t("console.reports.peak", { hours: peaks.join(", ") }) : undefined}
          rows={shownHours(report.byHour)}
          title={t("console.reports.byHour")}
        >
          <HourBars hours={shownHours(report.byHour)} />
        </ChartCard>
        {codes.map(({ title, heading, rows }) => (
          <ChartCard
            cellText={cellText}
            columns={codeColumns(heading, t)}
            hint={tops(rows.length)}
            key={title}
            rows={rows}
            title={title}
          >
            <OutcomeBars
              bars={rows.slice(0, maxBars).map((row) => ({ ...row, label: nameOr(row.name, t) }))}
              isList
            />
          </ChartCard>
        ))}
        <ChartCard
          cellText={cellText}
          columns={departmentColumns(t)}
          hint={tops(byDepartment.length)}
          rows={byDepartment}
          title={t("console.reports.byDepartment")}
        >
          <OutcomeBars
            bars={byDepartment.slice(0, maxBars).map((row, at) => ({ ...row, label: departments[at] ?? "" }))}
            isList
          />
        </ChartCard>
      </div>
    </>
  );
}
