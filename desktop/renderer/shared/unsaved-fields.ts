/** Tracks fields with unsaved input, so that an update does not restart the app. */

const unsaved = new Set<HTMLElement>();

/** Search text is not worth protecting and may stay all day. */
const isSearch = (field: Element): boolean =>
  field instanceof HTMLInputElement && (field.type === "search" || field.role === "searchbox");

const hasContent = (field: HTMLElement): boolean =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value !== ""
    : field.textContent !== "";

/** Starts tracking. @returns a function that stops it */
export function trackUnsavedFields(): () => void {
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLElement && !isSearch(target)) unsaved.add(target);
  };
  document.addEventListener("input", onInput, true);
  return () => document.removeEventListener("input", onInput, true);
}

/** Call after the input was sent. */
export const clearUnsavedFields = (): void => unsaved.clear();

/** Whether any field still contains typed input. */
export function hasUnsavedFields(): boolean {
  for (const field of unsaved) if (!field.isConnected || !hasContent(field)) unsaved.delete(field);
  return unsaved.size > 0;
}
