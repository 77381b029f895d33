import { functionalUpdate, type RowSelectionState, type Updater } from "@tanstack/react-table";
import { useMemo, useState } from "react";

interface SelectedRow<Row> {
  readonly row: Row;
  /** Page of the selection, from 1. */
  readonly page: number;
}

type SelectedRows<Row> = ReadonlyMap<number, SelectedRow<Row>>;

/** The query of a list. */
interface PageParams {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

interface SelectionOptions<Row> {
  /** The list's query; another filter or order resets the selection. */
  readonly listParams: PageParams;
  /** Rows of the current page. */
  readonly rows: readonly Row[] | undefined;
  readonly canSelect: boolean | ((row: Row) => boolean);
}

/** Selected rows across pages. */
export interface Selection<Row> {
  readonly canSelect: boolean | ((row: Row) => boolean);
  /** In the order of selection. */
  readonly chosen: readonly Row[];
  /** Number of pages with selected rows. */
  readonly pages: number;
  /** Restricts the selection to these ids. */
  readonly keep: (ids: readonly number[]) => void;
  /** State for the table library. */
  readonly state: RowSelectionState;
  readonly onChange: (change: Updater<RowSelectionState>) => void;
}

const none: SelectedRows<never> = new Map();

/** Selects rows across pages for bulk actions. Rows of other pages keep the state in which they were last loaded. */
export function useSelection<Row extends { readonly id: number }>(
  options: SelectionOptions<Row>,
): Selection<Row> {
  const { listParams, rows, canSelect } = options;
  const { page = 1, size: _, ...filter } = listParams;
  const key = JSON.stringify(filter);
  const [stored, setStored] = useState<{ readonly key: string; readonly chosen: SelectedRows<Row> }>({
    key,
    chosen: none,
  });
  const known = stored.key === key ? stored.chosen : none;
  const current = useMemo(() => refreshRows(known, rows, canSelect), [known, rows, canSelect]);
  const state = useMemo<RowSelectionState>(
    () => Object.fromEntries([...current.keys()].map((id) => [id, true as const])),
    [current],
  );
  const select = (ids: readonly number[]) => {
    const chosen = new Map<number, SelectedRow<Row>>();
    for (const id of ids) {
      const row = rows?.find((other) => other.id === id);
      const selected = current.get(id) ?? (row && { row, page });
      if (selected) chosen.set(id, selected);
    }
    setStored({ key, chosen });
  };
  return {
    canSelect,
    chosen: [...current.values()].map(({ row }) => row),
    pages: new Set([...current.values()].map((selected) => selected.page)).size,
    keep: select,
    state,
    onChange: (change) => {
      const next = functionalUpdate(change, state);
      select(Object.keys(next).map(Number));
    },
  };
}

/** Updates selected rows of the current page and drops those that can no longer be selected. */
function refreshRows<Row extends { readonly id: number }>(
  chosen: SelectedRows<Row>,
  rows: readonly Row[] = [],
  canSelect: SelectionOptions<Row>["canSelect"],
): SelectedRows<Row> {
  const shown = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...chosen].flatMap(([id, selected]) => {
      const row = shown.get(id) ?? selected.row;
      const isSelectable = typeof canSelect === "function" ? canSelect(row) : canSelect;
      return isSelectable ? [[id, { ...selected, row }] as const] : [];
    }),
  );
}
