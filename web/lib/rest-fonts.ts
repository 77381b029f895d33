/** Names and texts that people write need more of Pretendard than the site's own words do. */
import covered from "#fonts/covered.json";

const isCovered = new Set(covered);

/** Fetches the remaining faces; each of their files is fetched only when a character of it is shown. */
export function loadRestFonts(): void {
  // Without them the system's font stands in.
  import("#fonts/rest.css").catch(() => undefined);
}

/** The same where a text really needs them. */
export function loadFontsFor(text: string): void {
  if ([...text].some((one) => one > "~" && !isCovered.has(one))) loadRestFonts();
}
