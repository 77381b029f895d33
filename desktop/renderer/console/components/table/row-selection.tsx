import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../../lib/language.ts";
import type { Column } from "./data-table.tsx";

interface RowSelection<Row> {
  /** What is selected and on the page: nothing is handled unseen. */
  readonly chosen: readonly Row[];
  /** The first column of the table. */
  readonly column: Column<Row>;
  /** Selects the whole page; stands above the table. */
  readonly all: ReactNode;
  /** Leaves only these selected. */
  readonly keep: (ids: readonly number[]) => void;
}

/**
 * Rows of a list that are selected, to do something with all of them.
 * @param rows those on the page
 * @param nameOf what a row is called to whoever hears its box
 * @param canSelect which of them something can be done with; all unless said
 */
export function useRowSelection<Row extends { readonly id: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  canSelect: (row: Row) => boolean = () => true,
): RowSelection<Row> {
  const t = useTranslate();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const selectable = rows.filter(canSelect);
  const chosen = selectable.filter(({ id }) => selected.has(id));
  const select = (some: readonly Row[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const { id } of some) isSelected ? next.add(id) : next.delete(id);
    setSelected(next);
  };
  return {
    chosen,
    column: {
      id: "choose",
      header: t("console.table.choose"),
      isFixed: true,
      cell: (row) => (
        <Checkbox
          aria-label={t("console.table.chooseOne", { name: nameOf(row) })}
          checked={selected.has(row.id) && canSelect(row)}
          disabled={!canSelect(row)}
          onChange={(event) => select([row], event.currentTarget.checked)}
        />
      ),
    },
    all: selectable.length > 0 && (
      <Checkbox
        checked={chosen.length === selectable.length}
        indeterminate={chosen.length > 0 && chosen.length < selectable.length}
        label={t("console.table.chooseAll")}
        onChange={(event) => select(selectable, event.currentTarget.checked)}
      />
    ),
    keep: (ids) => setSelected(new Set(ids)),
  };
}
