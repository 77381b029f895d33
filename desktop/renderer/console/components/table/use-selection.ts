import { functionalUpdate, type RowSelectionState, type Updater } from "@tanstack/react-table";
import { useMemo, useState } from "react";

interface Chosen<Row> {
  readonly row: Row;
  /** On which page it was chosen, from 1. */
  readonly page: number;
}

type ChosenRows<Row> = ReadonlyMap<number, Chosen<Row>>;

/** What of a list's state says which rows there are, and in which order. */
interface Ask {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

interface SelectionOptions<Row> {
  /** What the server is asked for: with another filter or order the choice begins anew. */
  readonly ask: Ask;
  /** The rows that are shown. */
  readonly rows: readonly Row[] | undefined;
  readonly canSelect: boolean | ((row: Row) => boolean);
}

/** Rows that are chosen on any page of a list. */
export interface Selection<Row> {
  readonly canSelect: boolean | ((row: Row) => boolean);
  /** In the order in which they were chosen. */
  readonly chosen: readonly Row[];
  /** On how many pages they were chosen. */
  readonly pages: number;
  /** Leaves only these chosen. */
  readonly keep: (ids: readonly number[]) => void;
  /** As the table knows it. */
  readonly state: RowSelectionState;
  readonly onChange: (change: Updater<RowSelectionState>) => void;
}

const none: ChosenRows<never> = new Map();

/**
 * Rows that are chosen to do something with all of them, kept from page to page. The server has one page at a time, so
 * rows of others stay as they were when they were last shown.
 */
export function useSelection<Row extends { readonly id: number }>(
  options: SelectionOptions<Row>,
): Selection<Row> {
  const { ask, rows, canSelect } = options;
  const { page = 1, size: _, ...filter } = ask;
  const key = JSON.stringify(filter);
  const [kept, setKept] = useState<{ readonly key: string; readonly chosen: ChosenRows<Row> }>({
    key,
    chosen: none,
  });
  const known = kept.key === key ? kept.chosen : none;
  const current = useMemo(() => freshened(known, rows, canSelect), [known, rows, canSelect]);
  const state = useMemo<RowSelectionState>(
    () => Object.fromEntries([...current.keys()].map((id) => [id, true as const])),
    [current],
  );
  const take = (ids: readonly number[]) => {
    const chosen = new Map<number, Chosen<Row>>();
    for (const id of ids) {
      const row = rows?.find((one) => one.id === id);
      const one = current.get(id) ?? (row && { row, page });
      if (one) chosen.set(id, one);
    }
    setKept({ key, chosen });
  };
  return {
    canSelect,
    chosen: [...current.values()].map(({ row }) => row),
    pages: new Set([...current.values()].map((one) => one.page)).size,
    keep: take,
    state,
    onChange: (change) => {
      const next = functionalUpdate(change, state);
      take(Object.keys(next).map(Number));
    },
  };
}

/** Rows that are shown are as they are now; what can be chosen no longer is left out. */
function freshened<Row extends { readonly id: number }>(
  chosen: ChosenRows<Row>,
  rows: readonly Row[] = [],
  canSelect: SelectionOptions<Row>["canSelect"],
): ChosenRows<Row> {
  const shown = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...chosen].flatMap(([id, one]) => {
      const row = shown.get(id) ?? one.row;
      const isFit = typeof canSelect === "function" ? canSelect(row) : canSelect;
      return isFit ? [[id, { ...one, row }] as const] : [];
    }),
  );
}
