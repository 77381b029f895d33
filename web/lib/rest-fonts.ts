/** Loads Pretendard for characters outside of the site's own texts, such as names. */
import covered from "#fonts/covered.json";

const coveredCharacters = new Set(covered);

/** Loads the remaining font faces when the browser is idle; it fetches each file when a character needs it. */
export function loadRestFonts(): void {
  // Falls back to the system's font.
  const load = () => void import("#fonts/rest.css").catch(() => undefined);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load);
  else setTimeout(load);
}

/** Loads them only if the text needs them. */
export function loadFontsFor(text: string): void {
  if ([...text].some((one) => one > "~" && !coveredCharacters.has(one))) loadRestFonts();
}
