/** Names and texts that people write need more of Pretendard than the site's own words do. */
import covered from "#fonts/covered.json";

const isCovered = new Set(covered);

/**
 * Fetches the remaining faces once the browser has nothing else to do; each of their files is fetched only when a
 * character of it is shown.
 */
export function loadRestFonts(): void {
  // Without them the system's font stands in.
  const load = () => void import("#fonts/rest.css").catch(() => undefined);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load);
  else setTimeout(load);
}

/** The same where a text really needs them. */
export function loadFontsFor(text: string): void {
  if ([...text].some((one) => one > "~" && !isCovered.has(one))) loadRestFonts();
}
