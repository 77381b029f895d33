/** The rows of the list on the screen, as keys walk over them: those that are marked `data-row`. */

const rowsNow = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-row]")];

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;

export const isOnRow = (target: EventTarget | null): boolean => rowOf(target) !== null;

/** Where the focus was last in a list: a row that is done with leaves it, and the next one stands in its place. */
let last: { readonly list: Element | null; readonly at: number } = { list: null, at: -1 };

/** -1 where that list is gone: another one begins with its first row. */
const lastAt = (): number => (last.list?.isConnected ? last.at : -1);

export function rememberRow({ target }: FocusEvent): void {
  const row = rowOf(target);
  if (row) last = { list: row.parentElement, at: rowsNow().indexOf(row) };
}

/** The row in question: the one with the focus, else the one whose drawer is open. */
function current(): number {
  const row =
    rowOf(document.activeElement) ?? document.querySelector<HTMLElement>("[data-row][data-selected]");
  return row ? rowsNow().indexOf(row) : -1;
}

/** The focus goes to the row below or above, on what opens it. */
export function toRow(step: 1 | -1): void {
  const rows = rowsNow();
  const at = current();
  // what stood there is gone: the next one has moved up
  const next = at >= 0 ? at + step : step > 0 ? Math.max(lastAt(), 0) : lastAt() - 1;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.querySelector("button")?.focus();
}

/** Ticks the row in question, or takes the tick away. */
export const chooseRow = (): void =>
  rowsNow()[current()]?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
