/** What lists, cards and paper say of a visit in the same words. */
import type { VisitAnswer } from "#contract/visits.ts";
import type { SheetColumn } from "../../components/export/sheet-file.ts";
import type { Translate } from "../../lib/language.ts";

/** The passes that are out with a visitor: "P-001, V-02". */
export const heldPasses = ({ pass, carPass }: Pick<VisitAnswer, "pass" | "carPass">): string =>
  [pass?.passNo, carPass?.passNo].filter(Boolean).join(", ");

/** With whom somebody comes: a leader's companions counted, a companion's leader named; else nothing. */
export function partyLabel(
  { followersCnt, leader }: Pick<VisitAnswer, "followersCnt" | "leader">,
  t: Translate,
): string {
  if (followersCnt > 0) return t("console.visit.andOthers", { count: followersCnt });
  return leader ? t("console.visit.with", { name: leader.name }) : "";
}

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
