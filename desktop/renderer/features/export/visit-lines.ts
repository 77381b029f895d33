import type { VisitAnswer } from "#contract/visits.ts";
import type { Translate } from "../../lib/language.ts";

/** A list of visits as lines of a file, its headings first: what the list shows, and when they came and went. */
export function visitLines(rows: readonly VisitAnswer[], t: Translate): string[][] {
  const columns: readonly (readonly [heading: string, value: (row: VisitAnswer) => string])[] = [
    [t("console.visit.reserveNo"), (row) => row.reserveNo],
    [t("console.visit.status"), (row) => row.status.name],
    [t("console.visit.visitor"), (row) => row.name],
    [t("console.visit.company"), (row) => row.company],
    [t("console.export.position"), (row) => row.position],
    [t("console.export.leader"), (row) => row.leader?.name ?? ""],
    [t("console.visit.carNumber"), (row) => row.carNumber],
    [t("console.visit.host"), (row) => row.hostUser.name],
    [t("console.export.department"), (row) => row.hostUser.department],
    [t("console.visit.place"), (row) => row.accessiblePlace?.name ?? ""],
    [t("console.visit.purpose"), (row) => row.purpose.name],
    [t("console.export.start"), (row) => row.startDate],
    [t("console.export.end"), (row) => row.endDate],
    [t("console.visit.enteredAt"), (row) => row.enteredAt ?? ""],
    [t("console.visit.exitedAt"), (row) => row.exitedAt ?? ""],
    [t("console.visit.pass"), (row) => row.pass?.passNo ?? ""],
    [t("console.visit.carPass"), (row) => row.carPass?.passNo ?? ""],
  ];
  return [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, value]) => value(row)))];
}
