import { Text } from "@mantine/core";
import type { AccessReviewAnswer, AccessRow, unusualKinds } from "#contract/privacy/access-log.ts";
import { RowButton } from "../../components/buttons.tsx";
import { accessor, type Column, type Columns, wideFigures } from "../../components/table/columns.ts";
import { dateTimeColumn } from "../../components/table/date-time-column.tsx";
import { type Translate, useTranslate } from "../../lib/language.ts";
import styles from "./access-log.module.css";
import { callName, readerName, readerRole, reasonLabel, whoseLabel } from "./labels.ts";

export const accessColumns = (t: Translate): Columns<AccessRow> => [
  dateTimeColumn(t),
  {
    id: "who",
    header: t("console.access.who"),
    accessorFn: readerName,
    cell: ({ row: { original } }) => (
      <>
        {readerName(original)}
        <Text c="dimmed" size="xs">
          {readerRole(original, t)}
        </Text>
      </>
    ),
  },
  accessor("address", { header: t("console.access.address"), meta: wideFigures }),
  {
    id: "what",
    header: t("console.access.what"),
    accessorFn: ({ what }) => callName(what, t),
    cell: ({ row: { original } }) => (
      <>
        {callName(original.what, t)}
        {original.reason && (
          <Text c="dimmed" size="xs">
            {reasonLabel(original.reason, t)}
          </Text>
        )}
      </>
    ),
  },
  { id: "whose", header: t("console.access.whose"), accessorFn: (row) => whoseLabel(row, t) },
];

/** Order of the columns on the screen. */
export const accessColumnOrder = ["at", "who", "what", "whose"];

export type StaffMonth = AccessReviewAnswer["staff"][number];

/** A reader's month as a table row; `id` is from `readerId`. */
export type StaffRow = StaffMonth & { readonly id: number };

/** One row per user or API key that read personal data in the month. */
export const staffColumns = (t: Translate): Columns<StaffRow> => [
  {
    id: "who",
    header: t("console.access.who"),
    accessorFn: readerName,
    enableHiding: false,
    cell: ({ row: { original }, table }) => (
      <>
        <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{readerName(original)}</RowButton>
        <Text c="dimmed" size="xs">
          {readerRole(original, t)}
        </Text>
      </>
    ),
  },
  {
    id: "unusual",
    header: t("console.access.flags"),
    cell: ({ row }) => <Flags unusual={row.original.unusual} />,
  },
  countColumn("calls", t),
  countColumn("people", t),
  countColumn("outOfHours", t, true),
  countColumn("reveals", t, true),
  countColumn("numberSearches", t, true),
  countColumn("numberMisses", t, true),
];

const countColumn = (
  id: "calls" | "people" | "outOfHours" | "reveals" | "numberSearches" | "numberMisses",
  t: Translate,
  isWide = false,
): Column<StaffRow> => ({
  id,
  header: t(`console.access.${id}`),
  accessorFn: (row) => row[id].toLocaleString(),
  meta: { isWide, isTabular: true },
});

/** Badges for unusual access in a reader's month. */
export function Flags({ unusual }: { readonly unusual: readonly (typeof unusualKinds)[number][] }) {
  const t = useTranslate();
  return (
    <span className={styles.flags}>
      {unusual.map((kind) => (
        <span className={styles.flag} key={kind}>
          {t(`console.access.${kind}Flag`)}
        </span>
      ))}
    </span>
  );
}
