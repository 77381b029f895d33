/** Takes away files that no row names: of an upload or a removal that was broken off (docs/decisions/signage.md). */
import type { Deps } from "#api/deps.ts";
import { fileNamesKept } from "#db/queries/signage.ts";

/** By then whatever put it there is long over. */
const keptHours = 1;

/**
 * May be run at any time, and by several at once.
 * @returns how many it took away
 */
export async function cleanFiles({
  db,
  files,
  clock,
}: Pick<Deps, "db" | "files" | "clock">): Promise<number> {
  const found = await files.olderThan(new Date(clock().getTime() - keptHours * 3_600_000));
  const kept = await fileNamesKept(db, found.files);
  const orphans = found.files.filter((name) => !kept.has(name));
  for (const name of orphans) await files.remove(name);
  for (const path of found.unfinished) await files.removeUnfinished(path);
  return orphans.length + found.unfinished.length;
}
