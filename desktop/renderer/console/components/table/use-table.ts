import { type ReactTable, type RowData, type TableOptions, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { type Columns, type Features, features } from "./columns.ts";

/** Column factory of a feature's `columns.tsx`; a stable function, so that columns are memoised. */
export type ColumnFactory<Row extends RowData> = (t: Translate) => Columns<Row>;

export type TableInstance<Row extends RowData> = ReactTable<Features, Row>;

/** Columns of the screen in the current language. */
export function useColumns<Row extends RowData>(createColumns: ColumnFactory<Row>): Columns<Row> {
  const t = useTranslate();
  return useMemo(() => createColumns(t).filter(({ meta }) => !meta?.isFileOnly), [createColumns, t]);
}

type RowsOptions<Row extends RowData> = Pick<
  TableOptions<Features, Row>,
  "defaultColumn" | "getRowId" | "meta"
>;

/** Table with client-side rows. @param rows must be referentially stable */
export const useRowsTable = <Row extends RowData>(
  columns: ColumnFactory<Row>,
  rows: readonly Row[],
  options: RowsOptions<Row> = {},
): TableInstance<Row> =>
  useTable({ features, columns: useColumns(columns), data: rows, enableSorting: false, ...options });
