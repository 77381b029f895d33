/** Selection of rows for bulk actions. */
import { Checkbox } from "@mantine/core";
import type { RowData } from "@tanstack/react-table";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { type Column, selectionId } from "./columns.ts";
import type { TableInstance } from "./use-table.ts";

/** Checkbox column. @param nameOf row name in the checkbox's accessible name */
export const selectionColumn = <Row extends RowData>(
  t: Translate,
  nameOf: (row: Row) => string,
): Column<Row> => ({
  id: selectionId,
  header: t("console.table.choose"),
  enableHiding: false,
  cell: ({ row }) => (
    <Checkbox
      aria-label={t("console.table.chooseOne", { name: nameOf(row.original) })}
      checked={row.getIsSelected() && row.getCanSelect()}
      disabled={!row.getCanSelect()}
      onChange={(event) => row.toggleSelected(event.currentTarget.checked)}
    />
  ),
});

interface SelectAllProps<Row extends RowData> {
  readonly table: TableInstance<Row>;
}

/** Checkbox that selects the current page. */
export function SelectAll<Row extends RowData>({ table }: SelectAllProps<Row>) {
  const t = useTranslate();
  if (!table.getRowModel().rows.some((row) => row.getCanSelect())) return null;
  const isAll = table.getIsAllPageRowsSelected();
  return (
    <Checkbox
      checked={isAll}
      indeterminate={!isAll && table.getIsSomePageRowsSelected()}
      label={t("console.table.chooseAll")}
      onChange={(event) => table.toggleAllPageRowsSelected(event.currentTarget.checked)}
    />
  );
}

/** Selection summary; names the number of pages if it spans several. @param text number of rows as text */
export const selectionText = (t: Translate, pages: number, text: string): string =>
  pages > 1 ? t("console.choice.pages", { pages, text }) : text;
