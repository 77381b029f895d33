import { Text } from "@mantine/core";
import type { SnapshotVisit } from "../../../../ipc.ts";
import { ButtonLink } from "../../components/links.tsx";
import { accessor, type Columns, figures, wide, wideFigures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { timeLabel } from "../visits/labels.ts";
import styles from "./offline.module.css";

/** Columns of a day's visitors, with a link to each badge. */
export const offlineColumns = (t: Translate): Columns<SnapshotVisit> => [
  {
    id: "time",
    header: t("console.visit.time"),
    meta: wideFigures,
    cell: ({ row, table }) => timeLabel(row.original, table.options.meta?.day),
  },
  {
    id: "name",
    header: t("console.visit.visitor"),
    cell: ({ row: { original }, table }) => (
      <>
        <Text fw={600}>{original.name}</Text>
        <Text c="dimmed" size="xs">
          {original.company}
        </Text>
        <Text className={`tabular ${styles.narrow}`} size="xs">
          {timeLabel(original, table.options.meta?.day)}
        </Text>
      </>
    ),
  },
  {
    id: "host",
    header: t("console.visit.host"),
    meta: wide,
    cell: ({ row: { original } }) => (
      <>
        {original.host}
        <Text c="dimmed" size="xs">
          {original.department}
        </Text>
      </>
    ),
  },
  accessor("place", { header: t("console.visit.place"), meta: wide }),
  { id: "pass", header: t("console.visit.pass"), accessorFn: ({ passNo }) => passNo, meta: figures },
  {
    id: "badge",
    header: t("console.print.badge"),
    cell: ({ row: { original } }) => (
      <ButtonLink
        aria-label={t("console.offline.badgeOf", { name: original.name })}
        params={{ kind: "badge" }}
        search={{ visit: original.id }}
        size="compact-sm"
        to="/offline/print/$kind"
        variant="default"
      >
        {t("console.print.print")}
      </ButtonLink>
    ),
  },
];
