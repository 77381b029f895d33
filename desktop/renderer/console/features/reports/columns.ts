/** Tables of a report, next to the charts and in the export. */
import type { ReportCounts, VisitReport } from "#contract/visits/reports.ts";
import { type Sheet, sheetOf } from "../../components/export/sheet-file.ts";
import { accessor, type Column, type Columns } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { type DayGroup, groupDays, outcomes } from "./labels.ts";
import type { Metric } from "./metrics.tsx";

type CodeGroup = VisitReport["byPlace"][number];
type DepartmentGroup = VisitReport["byDepartment"][number];
type HourCount = VisitReport["byHour"][number];

const counts = <Row extends Record<keyof ReportCounts, number | null>>(t: Translate): Columns<Row> =>
  (["visits", ...outcomes] as const).map((name) => ({
    id: name,
    header: t(`console.reports.${name}`),
    accessorFn: (row) => row[name],
  }));

const averageStay = <Row extends Pick<CodeGroup, "averageStay">>(t: Translate): Column<Row> => ({
  id: "averageStay",
  header: t("console.reports.averageMinutes"),
  accessorFn: (row) => row.averageStay,
});

/** Label of a place or department, which may have no name. */
export const nameOr = (name: string, t: Translate): string => name || t("console.reports.unnamed");

/** Department names, with the company if there are several. */
export function departmentNames(groups: readonly DepartmentGroup[], t: Translate): string[] {
  const named = groups.filter(({ others }) => others === 0);
  const hasSeveral = new Set(named.map(({ company }) => company)).size > 1;
  return groups.map((group) =>
    hasSeveral && group.others === 0
      ? `${group.company} · ${departmentName(group, t)}`
      : departmentName(group, t),
  );
}

/** Departments with few visits are grouped and counted. */
const departmentName = ({ department, others }: DepartmentGroup, t: Translate): string =>
  others > 0 ? t("console.reports.others", { count: others }) : nameOr(department, t);

export const dayGroupColumns = (t: Translate): Columns<DayGroup> => [
  {
    id: "day",
    header: t("console.reports.day"),
    accessorFn: ({ from, to }) => (from === to ? from : `${from} – ${to}`),
  },
  ...counts<DayGroup>(t),
];

export const hourColumns = (t: Translate): Columns<HourCount> => [
  {
    id: "hour",
    header: t("console.reports.hour"),
    accessorFn: ({ hour }) => t("console.reports.hourOf", { hour: String(hour).padStart(2, "0") }),
  },
  accessor("arrived", { header: t("console.reports.arrived") }),
];

const codeColumns = (header: string, t: Translate): Columns<CodeGroup> => [
  { id: "name", header, accessorFn: ({ name }) => nameOr(name, t) },
  ...counts<CodeGroup>(t),
  averageStay(t),
];

export const placeColumns = (t: Translate): Columns<CodeGroup> => codeColumns(t("console.visit.place"), t);

export const purposeColumns = (t: Translate): Columns<CodeGroup> =>
  codeColumns(t("console.visit.purpose"), t);

export const departmentColumns = (t: Translate): Columns<DepartmentGroup> => [
  accessor("company", { header: t("console.visit.company") }),
  {
    id: "department",
    header: t("console.export.department"),
    accessorFn: (group) => departmentName(group, t),
  },
  ...counts<DepartmentGroup>(t),
  averageStay(t),
];

const metricColumns = (t: Translate): Columns<Metric> => [
  accessor("name", { header: t("console.reports.figure") }),
  accessor("value", { header: t("console.reports.thisPeriod") }),
  accessor("detail", { header: t("console.reports.detail") }),
  accessor("before", { header: t("console.reports.periodBefore") }),
];

/** All tables of a report for export, metrics first. Always by day, however long the period. */
export function reportSheets(
  { byDay, byHour, byPlace, byPurpose, byDepartment }: VisitReport,
  metrics: readonly Metric[],
  t: Translate,
): Sheet[] {
  return [
    sheetOf(t("console.reports.figures"), metricColumns(t), metrics),
    sheetOf(t("console.reports.byDay"), dayGroupColumns(t), groupDays(byDay, "day")),
    sheetOf(t("console.reports.byHour"), hourColumns(t), byHour),
    sheetOf(t("console.reports.byPlace"), placeColumns(t), byPlace),
    sheetOf(t("console.reports.byPurpose"), purposeColumns(t), byPurpose),
    sheetOf(t("console.reports.byDepartment"), departmentColumns(t), byDepartment),
  ];
}
