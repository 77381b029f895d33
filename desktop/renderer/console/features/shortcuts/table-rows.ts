/** Keyboard navigation over table rows, which have the attribute `data-row`. */
const currentRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-row]")];

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;

export const isOnRow = (target: EventTarget | null): boolean => rowOf(target) !== null;

/** When a row leaves the list, the next one takes its index. */
let lastFocused: { readonly list: Element | null; readonly index: number } = { list: null, index: -1 };

/** -1 if that list is gone. */
const lastIndex = (): number => (lastFocused.list?.isConnected ? lastFocused.index : -1);

export function rememberRow({ target }: FocusEvent): void {
  const row = rowOf(target);
  if (row) lastFocused = { list: row.parentElement, index: currentRows().indexOf(row) };
}

/** Index of the row with the focus, else of the row whose drawer is open. */
function currentIndex(): number {
  const row =
    rowOf(document.activeElement) ?? document.querySelector<HTMLElement>("[data-row][data-selected]");
  return row ? currentRows().indexOf(row) : -1;
}

/** Moves the focus to the row below or above, on the button that opens it. */
export function focusRow(step: 1 | -1): void {
  const rows = currentRows();
  const index = currentIndex();
  // without a current row, continue from the last focused one
  const next = index >= 0 ? index + step : step > 0 ? Math.max(lastIndex(), 0) : lastIndex() - 1;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.querySelector("button")?.focus();
}

export const toggleRowSelection = (): void =>
  currentRows()[currentIndex()]?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
