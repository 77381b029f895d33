import { Text } from "@mantine/core";
import type { TrashRow } from "#contract/privacy/privacy-trash.ts";
import { RowButton } from "../../components/buttons.tsx";
import { Period } from "../../components/date-time.tsx";
import { DaysLeft, StatusBadge } from "../../components/status-badge.tsx";
import { accessor, actionsId, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import { selectionColumn } from "../../components/table/row-selection.tsx";
import type { Translate } from "../../lib/language.ts";
import { TrashRowActions } from "./row-actions.tsx";

/** Columns of the trash. Hidden visits have no drawer. */
export const trashColumns = (t: Translate): Columns<TrashRow> => [
  selectionColumn(t, ({ reserveNo }) => reserveNo),
  accessor("name", {
    header: t("console.visit.visitor"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original }, table }) => (
      <>
        {original.state === "due" ? (
          <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
        ) : (
          <Text component="span" fw={600}>
            {original.name}
          </Text>
        )}
        <Text c="dimmed" size="xs">
          {[
            original.company,
            original.followersCnt > 0 && t("console.visit.andOthers", { count: original.followersCnt }),
            original.leaderId !== null && t("console.trash.companion"),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </>
    ),
  }),
  {
    id: "destroyOn",
    header: t("console.trash.erasedOn"),
    accessorFn: ({ erasedOn }) => erasedOn,
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original } }) => (
      <>
        <DaysLeft day={original.erasedOn} days={original.daysLeft} />
        {original.blocked && (
          <Text c="var(--status-rejected)" fw={600} size="xs">
            {t(`console.trash.blocked.${original.blocked}`)}
          </Text>
        )}
      </>
    ),
  },
  {
    id: "state",
    header: t("console.trash.state"),
    meta: { minWidth: "words" },
    cell: ({ row: { original } }) => (
      <>
        {t(`console.trash.${original.state}`)}
        {original.hiddenAt && (
          <Text c="dimmed" className="tabular" size="xs">
            {original.hiddenAt}
          </Text>
        )}
      </>
    ),
  },
  accessor("startDate", {
    header: t("console.visit.period"),
    enableSorting: true,
    meta: wide,
    cell: ({ row }) => <Period end={row.original.endDate} start={row.original.startDate} />,
  }),
  {
    id: "kept",
    header: t("console.trash.keptUntil"),
    accessorFn: ({ destroyOn }) => destroyOn,
    meta: wideFigures,
  },
  {
    id: "status",
    header: t("console.visit.status"),
    meta: wide,
    cell: ({ row }) => <StatusBadge code={row.original.statusCode} name={row.original.status.name} />,
  },
  accessor("reserveNo", { header: t("console.visit.reserveNo"), meta: wideFigures }),
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    // rows are only selectable for users who may change them
    cell: ({ row }) => row.getCanSelect() && <TrashRowActions row={row.original} />,
  },
];
