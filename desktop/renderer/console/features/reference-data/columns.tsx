import type { BaseRecord } from "#contract/site/base-data.ts";
import { RowButton } from "../../components/buttons.tsx";
import { accessor, actionsId, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { companyEntity } from "./entities.ts";
import { InUse, RecordRowActions } from "./record-actions.tsx";

/** The columns of the list of companies. */
export const companyColumns = (t: Translate): Columns<BaseRecord> => [
  accessor("name", {
    header: t("console.baseData.name"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original }, table }) => (
      <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
    ),
  }),
  accessor("enName", { header: t("console.baseData.enName"), enableSorting: true, meta: wide }),
  {
    id: "inUse",
    header: t("console.baseData.use"),
    accessorFn: ({ inUse }) => Number(inUse),
    enableSorting: true,
    cell: ({ row }) => <InUse isInUse={row.original.inUse} />,
  },
  accessor("dispOrder", { header: t("console.baseData.order"), enableSorting: true, meta: wideFigures }),
  accessor("updatedAt", { header: t("console.baseData.updatedAt"), enableSorting: true, meta: wideFigures }),
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row }) => <RecordRowActions entity={companyEntity} record={row.original} />,
  },
];
