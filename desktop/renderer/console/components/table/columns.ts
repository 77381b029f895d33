/** Column definitions of the console's tables, shared by screen, files and print. */
import {
  type AccessorFnColumnDef,
  type ColumnDefBase,
  columnOrderingFeature,
  columnVisibilityFeature,
  type DisplayColumnDef,
  metaHelper,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { CellValue, ColumnMeta } from "./column-meta.ts";

/** Callbacks and context that a page passes to its cells. */
interface TableMeta {
  readonly onOpen?: ((id: number) => void) | undefined;
  readonly onOpenVisit?: ((id: number) => void) | undefined;
  /** Vehicle passes. */
  readonly isVehicle?: boolean;
  readonly onOpenDeliveries?: (webhookId: number) => void;
  /** Webhook of the deliveries. */
  readonly webhookId?: number;
  /** "YYYY-MM-DD" of a table for one day: times of other days include the date. */
  readonly day?: string;
}

export const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
});

export type Features = typeof features;

/**
 * A column with an `accessorFn`, which files use, too, or only a `cell`. Without a `cell` it shows the accessor's
 * value.
 */
export type Column<Row extends RowData> = { readonly id: string; readonly header: string } & (
  | ({ readonly accessorFn: (row: Row, index: number) => CellValue | undefined } & AccessorFnColumnDef<
      Features,
      Row
    >)
  | ({ readonly accessorFn?: never; readonly accessorKey?: never } & DisplayColumnDef<Features, Row>)
);

export type Columns<Row extends RowData> = readonly Column<Row>[];

/** A column that reads one field. */
export const accessor = <Key extends string, Row extends Record<Key, CellValue | undefined>>(
  id: Key,
  column: ColumnDefBase<Features, Row> & { readonly header: string },
): Column<Row> => ({ ...column, id, accessorFn: (row) => row[id] });

/** Common column metadata. */
export const wide = { isWide: true };
export const figures = { isTabular: true };
export const wideFigures = { isWide: true, isTabular: true };

/** Id of the column with checkboxes. */
export const selectionId = "choose";

/** Id of the column with row actions. */
export const actionsId = "actions";

/** Header text of a column. */
export const headerOf = ({
  columnDef: { header },
}: {
  readonly columnDef: { readonly header?: unknown };
}): string => String(header);
