import type { Preferences } from "#contract/preferences.ts";

/** Room above and below the rows of a table, as somebody likes it. */
export const rowSpacing: Readonly<Record<Preferences["tableDensity"], string | number>> = {
  comfortable: "xs",
  compact: 2,
};
