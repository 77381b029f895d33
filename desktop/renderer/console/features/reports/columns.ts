/** The tables of a report: the same beside its charts and in its file. */
import type { ReportCounts, VisitReport } from "#contract/reports.ts";
import { type Sheet, type SheetColumn, sheetOf } from "../../components/export/sheet-file.ts";
import type { Translate } from "../../lib/language.ts";
import type { Figure } from "./figures.tsx";
import { outcomes, type Span, spansOf } from "./labels.ts";

type CodeGroup = VisitReport["byPlace"][number];
type DepartmentGroup = VisitReport["byDepartment"][number];
type HourCount = VisitReport["byHour"][number];

const counts = (t: Translate): SheetColumn<ReportCounts>[] => [
  { heading: t("console.reports.visits"), value: (row) => row.visits },
  ...outcomes.map((name) => ({
    heading: t(`console.reports.${name}`),
    value: (row: ReportCounts) => row[name],
  })),
];

const averageStay = (t: Translate): SheetColumn<Pick<CodeGroup, "averageStay">> => ({
  heading: t("console.reports.averageMinutes"),
  value: (row) => row.averageStay,
});

/** A visit without a place, a department without a name. */
export const nameOr = (name: string, t: Translate): string => name || t("console.reports.unnamed");

/** With the company where there are several. */
export function departmentNames(groups: readonly DepartmentGroup[], t: Translate): string[] {
  const hasSeveral = new Set(groups.map(({ company }) => company)).size > 1;
  return groups.map(({ company, department }) =>
    hasSeveral ? `${company} · ${nameOr(department, t)}` : nameOr(department, t),
  );
}

export const spanColumns = (t: Translate): SheetColumn<Span>[] => [
  {
    heading: t("console.reports.day"),
    value: ({ from, to }) => (from === to ? from : `${from} – ${to}`),
  },
  ...counts(t),
];

export const hourColumns = (t: Translate): SheetColumn<HourCount>[] => [
  {
    heading: t("console.reports.hour"),
    value: ({ hour }) => t("console.reports.hourOf", { hour: String(hour).padStart(2, "0") }),
  },
  { heading: t("console.reports.arrived"), value: ({ arrived }) => arrived },
];

/** @param heading what they are grouped by */
export const codeColumns = (heading: string, t: Translate): SheetColumn<CodeGroup>[] => [
  { heading, value: ({ name }) => nameOr(name, t) },
  ...counts(t),
  averageStay(t),
];

export const departmentColumns = (t: Translate): SheetColumn<DepartmentGroup>[] => [
  { heading: t("console.visit.company"), value: ({ company }) => company },
  { heading: t("console.export.department"), value: ({ department }) => nameOr(department, t) },
  ...counts(t),
  averageStay(t),
];

/** Every table of a report, the figures first; days are days here, however long the period. */
export function reportSheets(
  { byDay, byHour, byPlace, byPurpose, byDepartment }: VisitReport,
  figures: readonly Figure[],
  t: Translate,
): Sheet[] {
  const place = t("console.visit.place");
  const purpose = t("console.visit.purpose");
  return [
    sheetOf(
      t("console.reports.figures"),
      [
        { heading: t("console.reports.figure"), value: ({ name }) => name },
        { heading: t("console.reports.thisPeriod"), value: ({ value }) => value },
        { heading: t("console.reports.detail"), value: ({ detail }) => detail },
        { heading: t("console.reports.periodBefore"), value: ({ before }) => before ?? "" },
      ],
      figures,
    ),
    sheetOf(t("console.reports.byDay"), spanColumns(t), spansOf(byDay, "day")),
    sheetOf(t("console.reports.byHour"), hourColumns(t), byHour),
    sheetOf(t("console.reports.byPlace"), codeColumns(place, t), byPlace),
    sheetOf(t("console.reports.byPurpose"), codeColumns(purpose, t), byPurpose),
    sheetOf(t("console.reports.byDepartment"), departmentColumns(t), byDepartment),
  ];
}
