import { Anchor } from "@mantine/core";
import type { Pass } from "#contract/visits/passes.ts";
import { RowButton } from "../../components/buttons.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, actionsId, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import { RowActions } from "../../components/table/row-actions.tsx";
import { selectionColumn } from "../../components/table/row-selection.tsx";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { PassActions } from "./pass-actions.tsx";

/** Columns of the lists of visitor and vehicle passes. */
export const passColumns = (t: Translate): Columns<Pass> => [
  selectionColumn(t, ({ passNo }) => passNo),
  accessor("passNo", {
    header: t("console.passes.passNo"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row, table }) => (
      <RowButton isTabular onOpen={() => table.options.meta?.onOpen?.(row.original.id)}>
        {row.original.passNo}
      </RowButton>
    ),
  }),
  accessor("kind", { header: t("console.passes.kind"), enableSorting: true, meta: wide }),
  accessor("status", {
    header: t("console.visit.status"),
    enableSorting: true,
    cell: ({ row }) => <PassStatus status={row.original.status} />,
  }),
  {
    id: "holder",
    header: t("console.passes.holder"),
    cell: ({ row: { original }, table }) =>
      original.visit && (
        <Anchor
          component="button"
          onClick={() => original.visit && table.options.meta?.onOpenVisit?.(original.visit.id)}
          ta="left"
          type="button"
        >
          {original.visit.name}
        </Anchor>
      ),
  },
  accessor("updatedAt", { header: t("console.passes.updatedAt"), enableSorting: true, meta: wideFigures }),
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row: { original }, table }) => (
      <RowActions name={original.passNo}>
        {(close) => (
          <PassActions isVehicle={table.options.meta?.isVehicle === true} onRemoved={close} pass={original} />
        )}
      </RowActions>
    ),
  },
];

/** Visit statuses whose colours stand for each pass status. */
const statusCodes = { available: "approved", issued: "entered", lost: "rejected", retired: "ended" } as const;

export function PassStatus({ status }: { readonly status: Pass["status"] }) {
  const t = useTranslate();
  return <StatusBadge code={statusCodes[status]} name={t(`console.passes.${status}`)} />;
}
