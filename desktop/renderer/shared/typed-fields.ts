/** Remembers the fields that somebody typed into, so that an update does not restart the app over them. */

const typed = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLElement>();

/** What is searched for is typed again in a moment, and stands there all day. */
const isSearch = (field: Element): boolean =>
  field instanceof HTMLInputElement && (field.type === "search" || field.role === "searchbox");

const hasContent = (field: HTMLElement): boolean =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value !== ""
    : field.textContent !== "";

/** Begins to remember. @returns ends it */
export function watchTyping(): () => void {
  const hear = ({ target }: Event) => {
    if (target instanceof HTMLElement && !isSearch(target)) typed.add(target);
  };
  document.addEventListener("input", hear, true);
  return () => document.removeEventListener("input", hear, true);
}

/** What was typed has been sent. */
export const forgetTyping = (): void => typed.clear();

/** Something that somebody typed still stands on the screen. */
export function hasTypedFields(): boolean {
  for (const field of typed) if (!field.isConnected || !hasContent(field)) typed.delete(field);
  return typed.size > 0;
}
