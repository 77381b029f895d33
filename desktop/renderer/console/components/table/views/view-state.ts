/** Converts between a list's state and a saved view. */
import type { RowData } from "@tanstack/react-table";
import { type ViewState, viewFilterNames } from "#contract/people/saved-views.ts";
import { presetDays, presetOf } from "#contract/periods.ts";
import type { TableInstance } from "../use-table.ts";

/** State of a list in the address. */
export type Search = Readonly<Record<string, unknown>>;

/** Filters and order for the address; undefined for unset filters. @param today at the site */
export function searchOf({ filters: { period, ...filters }, sort }: ViewState, today: string): Search {
  const { from, to } = period ? presetDays(period, today) : filters;
  return { ...filters, from, to, sort };
}

/**
 * Current state of the list for saving. Omits the search text. Saves preset periods by name, so that "today" follows
 * the day.
 */
export function stateOf<Row extends RowData>(
  search: Search,
  table: TableInstance<Row>,
  today: string,
): ViewState {
  const filters: Record<string, unknown> = {};
  for (const name of viewFilterNames) if (search[name] !== undefined) filters[name] = search[name];
  const period = presetOf({ from: textIn(search, "from"), to: textIn(search, "to") }, today);
  const { from: _, to: __, ...others } = filters;
  return {
    filters: period ? { ...others, period } : filters,
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

/** Whether two views are equal today. */
export function isSameView(one: ViewState, other: ViewState, today: string): boolean {
  const serialise = (state: ViewState) => {
    const search = searchOf(state, today);
    return JSON.stringify([
      ...viewFilterNames.map((name) => search[name] ?? null),
      search.sort ?? null,
      [...state.hidden].sort(),
    ]);
  };
  return serialise(one) === serialise(other);
}

/** Applies a view's columns. */
export const showColumns = <Row extends RowData>(table: TableInstance<Row>, { hidden }: ViewState): void =>
  table.setColumnVisibility(Object.fromEntries(hidden.map((id) => [id, false])));

export const emptyView: ViewState = { filters: {}, hidden: [] };
