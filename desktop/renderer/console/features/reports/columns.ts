/** The tables of a report: the same beside its charts and in its file. */
import type { ReportCounts, VisitReport } from "#contract/visits/reports.ts";
import { type Sheet, sheetOf } from "../../components/export/sheet-file.ts";
import { accessor, type Column, type Columns } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import type { Figure } from "./figures.tsx";
import { outcomes, type Span, spansOf } from "./labels.ts";

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

/** A visit without a place, a department without a name. */
export const nameOr = (name: string, t: Translate): string => name || t("console.reports.unnamed");

/** With the company where there are several. */
export function departmentNames(groups: readonly DepartmentGroup[], t: Translate): string[] {
  const named = groups.filter(({ others }) => others === 0);
  const hasSeveral = new Set(named.map(({ company }) => company)).size > 1;
  return groups.map((group) =>
    hasSeveral && group.others === 0
      ? `${group.company} · ${departmentName(group, t)}`
      : departmentName(group, t),
  );
}

/** Those with few visits go by their number. */
const departmentName = ({ department, others }: DepartmentGroup, t: Translate): string =>
  others > 0 ? t("console.reports.others", { count: others }) : nameOr(department, t);

export const spanColumns = (t: Translate): Columns<Span> => [
  {
    id: "day",
    header: t("console.reports.day"),
    accessorFn: ({ from, to }) => (from === to ? from : `${from} – ${to}`),
  },
  ...counts<Span>(t),
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

const figureColumns = (t: Translate): Columns<Figure> => [
  accessor("name", { header: t("console.reports.figure") }),
  accessor("value", { header: t("console.reports.thisPeriod") }),
  accessor("detail", { header: t("console.reports.detail") }),
  accessor("before", { header: t("console.reports.periodBefore") }),
];

/** Every table of a report, the figures first; days are days here, however long the period. */
export function reportSheets(
  { byDay, byHour, byPlace, byPurpose, byDepartment }: VisitReport,
  figures: readonly Figure[],
  t: Translate,
): Sheet[] {
  return [
    sheetOf(t("console.reports.figures"), figureColumns(t), figures),
    sheetOf(t("console.reports.byDay"), spanColumns(t), spansOf(byDay, "day")),
    sheetOf(t("console.reports.byHour"), hourColumns(t), byHour),
    sheetOf(t("console.reports.byPlace"), placeColumns(t), byPlace),
    sheetOf(t("console.reports.byPurpose"), purposeColumns(t), byPurpose),
    sheetOf(t("console.reports.byDepartment"), departmentColumns(t), byDepartment),
  ];
}
