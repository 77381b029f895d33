/** What a column of the console's tables says of itself: on the screen, in a file and on paper. */
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

/** What the cells of a table can do, which is the page's matter. */
interface TableMeta {
  readonly onOpen?: ((id: number) => void) | undefined;
  readonly onOpenVisit?: ((id: number) => void) | undefined;
  /** Of passes: for vehicles. */
  readonly isVehicle?: boolean;
  readonly onOpenDeliveries?: (webhookId: number) => void;
  /** Of deliveries: to which webhook. */
  readonly webhookId?: number;
  /** "YYYY-MM-DD", of a table of one day: times of other days are told with their date. */
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
 * A column, by what it reads off a row (`accessorFn`: also what a file has) or only by what it shows (`cell`). Without
 * a `cell` it shows what it reads.
 */
export type Column<Row extends RowData> = { readonly id: string; readonly header: string } & (
  | ({ readonly accessorFn: (row: Row, index: number) => CellValue | undefined } & AccessorFnColumnDef<
      Features,
      Row
    >)
  | ({ readonly accessorFn?: never; readonly accessorKey?: never } & DisplayColumnDef<Features, Row>)
);

export type Columns<Row extends RowData> = readonly Column<Row>[];

/** A column that shows one field as it is, or reads it and draws something else. */
export const accessor = <Key extends string, Row extends Record<Key, CellValue | undefined>>(
  id: Key,
  column: ColumnDefBase<Features, Row> & { readonly header: string },
): Column<Row> => ({ ...column, id, accessorFn: (row) => row[id] });

/** What most columns say of themselves. */
export const wide = { isWide: true };
export const figures = { isTabular: true };
export const wideFigures = { isWide: true, isTabular: true };

/** The column with the boxes that select rows. */
export const choiceId = "choose";

/** The column with what can be done with a row next. */
export const actionsId = "actions";

/** What a column is called, as text. */
export const headerOf = ({
  columnDef: { header },
}: {
  readonly columnDef: { readonly header?: unknown };
}): string => String(header);
