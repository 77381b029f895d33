import type { Deps } from "#api/deps.ts";
import { countReportDay, noteReportDays } from "#db/statements/report-sums.ts";

/** Counts the days that are over and not counted, or changed since. @returns how many */
export async function countReportDays({ db }: Pick<Deps, "db">): Promise<number> {
  let counted = 0;
  for (const day of await noteReportDays(db)) if (await countReportDay(db, day)) counted += 1;
  return counted;
}
