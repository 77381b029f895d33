/** What a list shows and a kept view of it, turned into each other. */
import type { RowData } from "@tanstack/react-table";
import { type ViewState, viewFilterNames } from "#contract/people/saved-views.ts";
import { presetDays, presetOf } from "#contract/periods.ts";
import type { TableInstance } from "../use-table.ts";

/** A list's state as in the address. */
export type Search = Readonly<Record<string, unknown>>;

/** Filters and order as in the address; undefined where a view leaves a filter open. @param today the site's day */
export function searchOf({ filters: { period, ...filters }, sort }: ViewState, today: string): Search {
  const { from, to } = period ? presetDays(period, today) : filters;
  return { ...filters, from, to, sort };
}

/**
 * What the list shows now, to be kept. What was typed is left out, and a period that has a word is kept by it, so that
 * "today" is always the day on which the view is opened.
 */
export function stateOf<Row extends RowData>(
  search: Search,
  table: TableInstance<Row>,
  today: string,
): ViewState {
  const kept: Record<string, unknown> = {};
  for (const name of viewFilterNames) if (search[name] !== undefined) kept[name] = search[name];
  const period = presetOf({ from: textIn(search, "from"), to: textIn(search, "to") }, today);
  const { from: _, to: __, ...others } = kept;
  return {
    filters: period ? { ...others, period } : kept,
    ...(typeof search.sort === "string" && { sort: search.sort }),
    hidden: table
      .getAllLeafColumns()
      .filter((column) => column.getCanHide() && !column.getIsVisible())
      .map(({ id }) => id),
  };
}

const textIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === "string" ? value : undefined;
};

/** Whether two views show the same today. */
export function isSameView(one: ViewState, other: ViewState, today: string): boolean {
  const told = (state: ViewState) => {
    const search = searchOf(state, today);
    return JSON.stringify([
      ...viewFilterNames.map((name) => search[name] ?? null),
      search.sort ?? null,
      [...state.hidden].sort(),
    ]);
  };
  return told(one) === told(other);
}

/** Shows the columns that a view does. */
export const showColumns = <Row extends RowData>(table: TableInstance<Row>, { hidden }: ViewState): void =>
  table.setColumnVisibility(Object.fromEntries(hidden.map((id) => [id, false])));

export const nothingNarrowed: ViewState = { filters: {}, hidden: [] };
