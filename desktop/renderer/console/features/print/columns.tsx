/** Columns of the printed lists with their widths. */
import { accessor, type Columns } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { timeLabel } from "../visits/labels.ts";
import styles from "./sheet.module.css";
import type { SheetRow } from "./sheet-data.ts";

const hostCell = ({ row: { original } }: { readonly row: { readonly original: SheetRow } }) => (
  <>
    {original.host}
    <span className={styles.secondary}>{original.department}</span>
  </>
);

/** With a box to tick for each visitor who was found. */
export const evacuationColumns = (t: Translate): Columns<SheetRow> => [
  {
    id: "found",
    header: t("console.print.found"),
    meta: { paperWidth: "9%" },
    cell: () => <span aria-hidden className={styles.checkbox} />,
  },
  accessor("name", { header: t("console.visit.visitor"), meta: { paperWidth: "20%" } }),
  accessor("company", { header: t("console.visit.company"), meta: { paperWidth: "22%" } }),
  { id: "host", header: t("console.visit.host"), meta: { paperWidth: "21%" }, cell: hostCell },
  accessor("passNo", { header: t("console.print.passNo"), meta: { paperWidth: "14%" } }),
  {
    id: "enteredAt",
    header: t("console.visit.enteredAt"),
    accessorFn: ({ enteredAt }) => enteredAt.slice(5),
    meta: { paperWidth: "14%" },
  },
];

/** Marks visitors whose consent is missing. */
const visitorCell =
  (t: Translate) =>
  ({ row: { original } }: { readonly row: { readonly original: SheetRow } }) => (
    <>
      {original.name}
      {original.consentMissing && <span className={styles.secondary}>{t("console.visit.notAgreed")}</span>}
    </>
  );

export const passListColumns = (t: Translate): Columns<SheetRow> => [
  {
    id: "number",
    header: t("console.print.number"),
    accessorFn: (_, index) => index + 1,
    meta: { isNumber: true, paperWidth: "4%" },
  },
  { id: "name", header: t("console.visit.visitor"), meta: { paperWidth: "11%" }, cell: visitorCell(t) },
  accessor("company", { header: t("console.visit.company"), meta: { paperWidth: "13%" } }),
  { id: "host", header: t("console.visit.host"), meta: { paperWidth: "11%" }, cell: hostCell },
  accessor("place", { header: t("console.visit.place"), meta: { paperWidth: "11%" } }),
  {
    id: "time",
    header: t("console.visit.time"),
    meta: { paperWidth: "14%" },
    cell: ({ row, table }) => timeLabel(row.original, table.options.meta?.day),
  },
  accessor("passNo", { header: t("console.print.passNo"), meta: { paperWidth: "10%" } }),
  accessor("carNumber", { header: t("console.visit.carNumber"), meta: { paperWidth: "11%" } }),
  { id: "signature", header: t("console.print.signature"), meta: { paperWidth: "15%" }, cell: () => null },
];
