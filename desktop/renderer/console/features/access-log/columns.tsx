import { Anchor, Text } from "@mantine/core";
import type { AccessReviewAnswer, AccessRow, unusualKinds } from "#contract/privacy/access-log.ts";
import { RowButton } from "../../components/buttons.tsx";
import { DateTime } from "../../components/date-time.tsx";
import {
  accessor,
  type Column,
  type Columns,
  fileOnly,
  wideFigures,
} from "../../components/table/columns.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";
import styles from "./access-log.module.css";
import { callName, reasonLabel, roleLabel, whoseLabel } from "./labels.ts";

/** The columns of the access log, in the order of its file. */
export const accessColumns = (t: Translate): Columns<AccessRow> => [
  accessor("at", {
    header: t("console.access.at"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original }, table }) => (
      <Anchor
        component="button"
        onClick={() => table.options.meta?.onOpen?.(original.id)}
        ta="left"
        type="button"
      >
        <DateTime at={original.at} />
      </Anchor>
    ),
  }),
  {
    id: "who",
    header: t("console.access.who"),
    accessorFn: ({ hostUser }) => hostUser.name,
    cell: ({ row: { original } }) => (
      <>
        {original.hostUser.name}
        <Text c="dimmed" size="xs">
          {roleLabel(original.hostUser, t)}
        </Text>
      </>
    ),
  },
  {
    id: "role",
    header: t("console.account.role"),
    accessorFn: ({ hostUser }) => roleLabel(hostUser, t),
    meta: fileOnly,
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
  {
    id: "visitIds",
    header: t("console.register.visitIds"),
    accessorFn: ({ visitIds }) => visitIds.join(", "),
    meta: fileOnly,
  },
  {
    id: "reason",
    header: t("console.access.reason"),
    accessorFn: ({ reason }) => reasonLabel(reason, t),
    meta: fileOnly,
  },
];

/** On the screen the address comes last. */
export const accessOrder = ["at", "who", "what", "whose"];

export type StaffMonth = AccessReviewAnswer["staff"][number];

/** Somebody's month; the number is theirs. */
export type StaffRow = StaffMonth & { readonly id: number };

/** The columns of everybody who looked in a month. */
export const staffColumns = (t: Translate): Columns<StaffRow> => [
  {
    id: "who",
    header: t("console.access.who"),
    accessorFn: ({ hostUser }) => hostUser.name,
    enableHiding: false,
    cell: ({ row: { original }, table }) => (
      <>
        <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>
          {original.hostUser.name}
        </RowButton>
        <Text c="dimmed" size="xs">
          {roleLabel(original.hostUser, t)}
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

/** What stands out of somebody's month, in words. */
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
