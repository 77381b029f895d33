/** The tables of a report: the same beside its charts and in its file. */
import type { ReportCounts, VisitReport } from "#contract/reports.ts";
import type { SheetColumn } from "../../components/export/sheets.ts";
import type { Translate } from "../../lib/language.ts";
import { outcomes } from "./labels.ts";
import type { Span } from "./spans.ts";

export type CodeGroup = VisitReport["byPlace"][number];
export type DepartmentGroup = VisitReport["byDepartment"][number];
export type HourCount = VisitReport["byHour"][number];

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
