import { functionalUpdate, type TableOptions, useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { pageSizes } from "#contract/lists.ts";
import { features, selectionId } from "./columns.ts";
import type { ListSearch } from "./list-search.ts";
import type { Selection } from "./use-selection.ts";
import { type ColumnFactory, type TableInstance, useColumns } from "./use-table.ts";

type Options<Row extends { readonly id: number }> = Pick<
  TableOptions<typeof features, Row>,
  "enableSorting" | "meta"
>;

interface ListOptions<Row extends { readonly id: number }> extends Options<Row> {
  /** Key of the saved column choice. */
  readonly name: string;
  readonly columns: ColumnFactory<Row>;
  /** Leading columns, if the order differs from the file's. */
  readonly columnOrder?: readonly string[];
  /** Row selection, if supported (`selectionColumn`). */
  readonly selection?: Selection<Row>;
  readonly data: { readonly rows: Row[]; readonly total: number; readonly totalCapped?: boolean } | undefined;
  /** Page, size and order; undefined for a list that is not paged. */
  readonly search?: ListSearch;
  readonly onSearch?: (change: ListSearch) => void;
}

/** Columns must enable sorting explicitly. */
const defaultColumn = { enableSorting: false };
const noRows: never[] = [];
const noOrder: readonly string[] = [];
const noSelection = {};

/**
 * Table of a list that the server pages and sorts, or sends whole. Page and order are in the address, visible columns on
 * this device, selected rows in the page (`useSelection`).
 */
export function useListTable<Row extends { readonly id: number }>(
  options: ListOptions<Row>,
): TableInstance<Row> {
  const { name, columns, columnOrder = noOrder, selection, data, search, onSearch, ...others } = options;
  const onePage: ListSearch = { size: Math.max(1, data?.rows.length ?? 0) };
  const { page = 1, size = pageSizes.default, sort } = search ?? onePage;
  const [columnChoice, setColumnChoice] = useColumnChoice(name);
  const canSelect = selection?.canSelect ?? false;
  const hasSelection = canSelect !== false;
  const rowSelection = selection?.state ?? noSelection;
  const state = useMemo(
    () => ({
      columnOrder: [...columnOrder],
      columnVisibility: { ...columnChoice, [selectionId]: hasSelection },
      pagination: { pageIndex: page - 1, pageSize: size },
      rowSelection,
      sorting: sort ? [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }] : [],
    }),
    [columnOrder, columnChoice, hasSelection, page, size, sort, rowSelection],
  );
  return useTable({
    features,
    columns: useColumns(columns),
    data: data?.rows ?? noRows,
    defaultColumn,
    getRowId: ({ id }) => String(id),
    // One more than counted, to enable the next page.
    rowCount: (data?.total ?? 0) + (data?.totalCapped ? 1 : 0),
    manualPagination: true,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowSelection: typeof canSelect === "function" ? ({ original }) => canSelect(original) : canSelect,
    ...others,
    state,
    onColumnVisibilityChange: (change) => setColumnChoice(functionalUpdate(change, columnChoice)),
    onRowSelectionChange: (change) => selection?.onChange(change),
    onPaginationChange: (change) =>
      onSearch?.({ page: functionalUpdate(change, state.pagination).pageIndex + 1 }),
    onSortingChange: (change) => {
      const [first] = functionalUpdate(change, state.sorting);
      onSearch?.({ sort: first && (first.desc ? `-${first.id}` : first.id) });
    },
  });
}

/** Columns by id; only an explicit `false` hides one. */
type ColumnChoice = Readonly<Record<string, boolean>>;

const keyOf = (name: string) => `visitor.console.columns.${name}`;

function readChoice(name: string): ColumnChoice {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? "{}");
    return typeof value === "object" && value !== null ? (value as ColumnChoice) : {};
  } catch {
    return {};
  }
}

/** Visible columns of a list, saved on this device. */
function useColumnChoice(name: string) {
  const [choice, setChoice] = useState(() => readChoice(name));
  const choose = (next: ColumnChoice) => {
    localStorage.setItem(keyOf(name), JSON.stringify(next));
    setChoice(next);
  };
  return [choice, choose] as const;
}
