import type { VisitAnswer } from "#contract/visits.ts";
import type { SheetColumn } from "../../components/export/sheets.ts";
import type { Translate } from "../../lib/language.ts";

/** A list of visits as columns of a file: what the list shows, and when they came and went. */
export const visitSheetColumns = (t: Translate): readonly SheetColumn<VisitAnswer>[] => [
  { heading: t("console.visit.reserveNo"), value: (row) => row.reserveNo },
  { heading: t("console.visit.status"), value: (row) => row.status.name },
  { heading: t("console.visit.visitor"), value: (row) => row.name },
  { heading: t("console.visit.company"), value: (row) => row.company },
  { heading: t("console.export.position"), value: (row) => row.position },
  { heading: t("console.export.leader"), value: (row) => row.leader?.name ?? "" },
  { heading: t("console.visit.carNumber"), value: (row) => row.carNumber },
  { heading: t("console.visit.host"), value: (row) => row.hostUser.name },
  { heading: t("console.export.department"), value: (row) => row.hostUser.department },
  { heading: t("console.visit.place"), value: (row) => row.accessiblePlace?.name ?? "" },
  { heading: t("console.visit.purpose"), value: (row) => row.purpose.name },
  { heading: t("console.export.start"), value: (row) => row.startDate },
  { heading: t("console.export.end"), value: (row) => row.endDate },
  { heading: t("console.visit.enteredAt"), value: (row) => row.enteredAt ?? "" },
  { heading: t("console.visit.exitedAt"), value: (row) => row.exitedAt ?? "" },
  { heading: t("console.visit.pass"), value: (row) => row.pass?.passNo ?? "" },
  { heading: t("console.visit.carPass"), value: (row) => row.carPass?.passNo ?? "" },
];
