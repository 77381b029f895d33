/** What the list, its drawer and the file say of an entry in the same words. */
import type { AccessRow } from "#contract/access-log.ts";
import type { SheetColumn } from "../../components/export/sheets.ts";
import type { Translate } from "../../lib/language.ts";
import { callName } from "./calls.ts";

/** Whose data it was: so many visits, or whoever has the number that was searched for. */
export function whoseWords(
  { visits, byNumber }: Pick<AccessRow, "visits" | "byNumber">,
  t: Translate,
): string {
  return [
    visits > 0 && t("console.access.visits", { count: visits }),
    byNumber && t("console.access.byNumber"),
  ]
    .filter(Boolean)
    .join(" · ");
}

export const roleWord = ({ role }: AccessRow["hostUser"], t: Translate): string =>
  role ? t(`console.role.${role}`) : "";

export const accessSheetColumns = (t: Translate): readonly SheetColumn<AccessRow>[] => [
  { heading: t("console.access.at"), value: ({ at }) => at },
  { heading: t("console.access.who"), value: ({ hostUser }) => hostUser.name },
  { heading: t("console.account.role"), value: ({ hostUser }) => roleWord(hostUser, t) },
  { heading: t("console.access.address"), value: ({ address }) => address },
  { heading: t("console.access.what"), value: ({ what }) => callName(what, t) },
  { heading: t("console.access.whose"), value: (row) => whoseWords(row, t) },
  { heading: t("console.register.visitIds"), value: ({ visitIds }) => visitIds.join(", ") },
  { heading: t("console.access.reason"), value: ({ reason }) => reason },
];
