import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../../lib/language.ts";
import type { Column } from "./data-table.tsx";

interface Ticks<Row> {
  /** What is ticked and on the page: nothing is handled unseen. */
  readonly chosen: readonly Row[];
  /** The first column of the table. */
  readonly column: Column<Row>;
  /** Ticks the whole page; stands above the table. */
  readonly all: ReactNode;
  /** Leaves only these ticked. */
  readonly keep: (ids: readonly number[]) => void;
}

/**
 * Rows of a list that are ticked, to do something with all of them.
 * @param rows those on the page
 * @param nameOf what a row is called to whoever hears its box
 * @param canTick which of them something can be done with; all unless said
 */
export function useTicks<Row extends { readonly id: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  canTick: (row: Row) => boolean = () => true,
): Ticks<Row> {
  const t = useTranslate();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const tickable = rows.filter(canTick);
  const chosen = tickable.filter(({ id }) => ticked.has(id));
  const tick = (some: readonly Row[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const { id } of some) isTicked ? next.add(id) : next.delete(id);
    setTicked(next);
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
          checked={ticked.has(row.id) && canTick(row)}
          disabled={!canTick(row)}
          onChange={(event) => tick([row], event.currentTarget.checked)}
        />
      ),
    },
    all: tickable.length > 0 && (
      <Checkbox
        checked={chosen.length === tickable.length}
        indeterminate={chosen.length > 0 && chosen.length < tickable.length}
        label={t("console.table.chooseAll")}
        onChange={(event) => tick(tickable, event.currentTarget.checked)}
      />
    ),
    keep: (ids) => setTicked(new Set(ids)),
  };
}
