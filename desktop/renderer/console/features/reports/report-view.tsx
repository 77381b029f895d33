import { useMemo } from "react";
import { formatShortDay } from "#browser/formats.ts";
import type { VisitReport } from "#contract/visits/reports.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { ChartCard, HourBars } from "./charts.tsx";
import {
  dayGroupColumns,
  departmentColumns,
  departmentNames,
  hourColumns,
  nameOr,
  placeColumns,
  purposeColumns,
} from "./columns.ts";
import { groupDays, groupUnitOf, peakHours } from "./labels.ts";
import { OutcomeBars } from "./outcome-bars.tsx";
import styles from "./reports.module.css";

/** Bars per chart; table and export contain all groups. */
const maxBars = 10;
/** Hours always shown; others only if there were check-ins. */
const [firstHour, lastHour] = [7, 19];

function shownHours(hours: VisitReport["byHour"]): VisitReport["byHour"] {
  const busy = hours.filter(({ arrived }) => arrived > 0).map(({ hour }) => hour);
  return hours.slice(Math.min(firstHour, ...busy), Math.max(lastHour, ...busy) + 1);
}

function departmentBar(row: VisitReport["byDepartment"][number], label: string) {
  const { visits, arrived, noShow, dropped, open } = row;
  const isDivided = arrived !== null;
  const divided = { arrived: arrived ?? 0, noShow: noShow ?? 0, dropped: dropped ?? 0, open: open ?? 0 };
  return { label, ...divided, undivided: isDivided ? 0 : visits };
}

export function ReportView({ report }: { readonly report: VisitReport }) {
  const t = useTranslate();
  const language = useLanguage();
  const unit = groupUnitOf(report.byDay.length);
  const dayGroups = useMemo(() => groupDays(report.byDay, unit), [report, unit]);
  const hours = useMemo(() => shownHours(report.byHour), [report]);
  const labelOf = (day: string) => (unit === "month" ? day.slice(0, 7) : formatShortDay(day, language));
  const peaks = peakHours(report.byHour).map((hour) => t("console.reports.hourOf", { hour }));
  const topHint = (count: number) =>
    count > maxBars ? t("console.reports.tops", { most: maxBars, count }) : undefined;
  const { byPlace, byPurpose, byDepartment } = report;
  const departments = departmentNames(byDepartment, t);
  const codes = [
    { title: t("console.reports.byPurpose"), columns: purposeColumns, rows: byPurpose },
    { title: t("console.reports.byPlace"), columns: placeColumns, rows: byPlace },
  ];

  return (
    <>
      <ChartCard
        columns={dayGroupColumns}
        hint={t(`console.reports.${unit}Hint`)}
        rows={dayGroups}
        title={t("console.reports.byDay")}
      >
        <OutcomeBars bars={dayGroups.map((group) => ({ ...group, label: labelOf(group.from) }))} />
      </ChartCard>
      <div className={styles.charts}>
        <ChartCard
          columns={hourColumns}
          hint={peaks.length > 0 ? t("console.reports.peak", { hours: peaks.join(", ") }) : undefined}
          rows={hours}
          title={t("console.reports.byHour")}
        >
          <HourBars hours={hours} />
        </ChartCard>
        {codes.map(({ title, columns, rows }) => (
          <ChartCard columns={columns} hint={topHint(rows.length)} key={title} rows={rows} title={title}>
            <OutcomeBars
              bars={rows.slice(0, maxBars).map((row) => ({ ...row, label: nameOr(row.name, t) }))}
              isList
            />
          </ChartCard>
        ))}
        <ChartCard
          columns={departmentColumns}
          hint={[topHint(byDepartment.length), t("console.reports.fewHint")].filter(Boolean).join(" ")}
          rows={byDepartment}
          title={t("console.reports.byDepartment")}
        >
          <OutcomeBars
            bars={byDepartment
              .slice(0, maxBars)
              .map((row, index) => departmentBar(row, departments[index] ?? ""))}
            isList
          />
        </ChartCard>
      </div>
    </>
  );
}
