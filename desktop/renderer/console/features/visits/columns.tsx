import { Text } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { RowButton } from "../../components/buttons.tsx";
import { Period } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, actionsId, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { carLabel, heldPasses, hostLabel, partyLabel } from "./labels.ts";
import { VisitRowActions } from "./visit-row-actions.tsx";
import styles from "./visits.module.css";

/** Columns shared by all lists of visits. */
export const visitColumns = (t: Translate): Columns<VisitAnswer> => [
  accessor("reserveNo", { header: t("console.visit.reserveNo"), enableSorting: true, meta: wideFigures }),
  {
    id: "status",
    header: t("console.visit.status"),
    accessorFn: ({ status }) => status.name,
    cell: ({ row: { original } }) => (
      <>
        <StatusBadge code={original.statusCode} name={original.status.name} />
        {original.overdue && (
          <Text c="var(--status-rejected)" fw={600} size="xs">
            {t("console.visit.overdue")}
          </Text>
        )}
      </>
    ),
  },
  accessor("name", {
    header: t("console.visit.visitor"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original }, table }) => (
      <>
        <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
        <Text c="dimmed" size="xs">
          <span className={styles.narrow}>
            {[original.company, carLabel(original)].filter(Boolean).join(" · ")}{" "}
          </span>
          {[original.position, partyLabel(original, t)].filter(Boolean).join(" · ")}
        </Text>
      </>
    ),
  }),
  accessor("company", {
    header: t("console.visit.company"),
    enableSorting: true,
    meta: { isWide: true, minWidth: "words" },
  }),
  {
    id: "car",
    header: t("console.visit.carNumber"),
    accessorFn: ({ carNumber }) => carNumber,
    meta: wideFigures,
  },
  {
    id: "host",
    header: t("console.visit.host"),
    accessorFn: ({ hostUser }) => hostUser.name,
    meta: wide,
    cell: ({ row: { original } }) => (
      <>
        {hostLabel(original, t)}
        <Text c="dimmed" size="xs">
          {original.hostUser.department}
        </Text>
      </>
    ),
  },
  {
    id: "place",
    header: t("console.visit.place"),
    accessorFn: ({ accessiblePlace }) => accessiblePlace?.name,
    meta: { isWide: true, minWidth: "words" },
  },
  {
    id: "purpose",
    header: t("console.visit.purpose"),
    accessorFn: ({ purpose }) => purpose.name,
    meta: wide,
  },
  accessor("startDate", {
    header: t("console.visit.period"),
    enableSorting: true,
    meta: { minWidth: "words" },
    cell: ({ row }) => <Period end={row.original.endDate} start={row.original.startDate} />,
  }),
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row, table }) => <VisitRowActions onOpen={table.options.meta?.onOpen} visit={row.original} />,
  },
  {
    id: "pass",
    header: t("console.visit.pass"),
    meta: wideFigures,
    cell: ({ row }) => heldPasses(row.original),
  },
];

/** Order of the columns on the screen. */
export const visitColumnOrder = [
  "name",
  "company",
  "startDate",
  "status",
  "host",
  "place",
  "purpose",
  "car",
  "pass",
  "reserveNo",
  actionsId,
];
