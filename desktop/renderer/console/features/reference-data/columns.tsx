import type { ReferenceRecord } from "#contract/site/reference-data.ts";
import { RowButton } from "../../components/buttons.tsx";
import { accessor, actionsId, type Columns, wide, wideFigures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { companyEntity } from "./entities.ts";
import { InUse, RecordRowActions } from "./record-actions.tsx";

export const companyColumns = (t: Translate): Columns<ReferenceRecord> => [
  accessor("name", {
    header: t("console.referenceData.name"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original }, table }) => (
      <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
    ),
  }),
  accessor("enName", { header: t("console.referenceData.enName"), enableSorting: true, meta: wide }),
  {
    id: "inUse",
    header: t("console.referenceData.use"),
    accessorFn: ({ inUse }) => Number(inUse),
    enableSorting: true,
    cell: ({ row }) => <InUse isInUse={row.original.inUse} />,
  },
  accessor("dispOrder", { header: t("console.referenceData.order"), enableSorting: true, meta: wideFigures }),
  accessor("updatedAt", {
    header: t("console.referenceData.updatedAt"),
    enableSorting: true,
    meta: wideFigures,
  }),
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row }) => <RecordRowActions entity={companyEntity} record={row.original} />,
  },
];
