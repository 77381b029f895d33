import { type ReactTable, type RowData, type TableOptions, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { type Columns, type Features, features } from "./columns.ts";

/** How a feature declares its columns, in its `columns.tsx`: always the same function, so that they are made once. */
export type ColumnsIn<Row extends RowData> = (t: Translate) => Columns<Row>;

export type TableInstance<Row extends RowData> = ReactTable<Features, Row>;

/** The columns on the screen, in the chosen language. */
export function useColumns<Row extends RowData>(columnsIn: ColumnsIn<Row>): Columns<Row> {
  const t = useTranslate();
  return useMemo(() => columnsIn(t).filter(({ meta }) => !meta?.isFileOnly), [columnsIn, t]);
}

type RowsOptions<Row extends RowData> = Pick<
  TableOptions<Features, Row>,
  "defaultColumn" | "getRowId" | "meta"
>;

/** A table whose rows are all here, in their order. @param rows the same array until they change */
export const useRowsTable = <Row extends RowData>(
  columns: ColumnsIn<Row>,
  rows: readonly Row[],
  options: RowsOptions<Row> = {},
): TableInstance<Row> =>
  useTable({ features, columns: useColumns(columns), data: rows, enableSorting: false, ...options });
