import type { VisitReport } from "#contract/reports.ts";
import { type Sheet, sheetOf } from "../../components/export/sheets.ts";
import type { Translate } from "../../lib/language.ts";
import { codeColumns, departmentColumns, hourColumns, spanColumns } from "./columns.ts";
import type { Figure } from "./figure-list.ts";
import { spansOf } from "./spans.ts";

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
