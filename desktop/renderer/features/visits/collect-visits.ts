/** A whole list of visits, for paper and for files: page after page, as the server gives them. */
import { deepest, pageSizes } from "#contract/lists.ts";
import type { VisitAnswer } from "#contract/visits.ts";
import { readVisits, type VisitList, type VisitListAsk } from "./queries.ts";

export interface Collected {
  readonly rows: readonly VisitAnswer[];
  /** There are more than were taken. */
  readonly isCut: boolean;
}

export interface Collecting {
  readonly signal: AbortSignal;
  /** No more than this; the server goes no deeper than 10,000. */
  readonly most?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Reads every page that fits. A visit that moved to a later page meanwhile is taken once.
 * @throws CallError where a page cannot be read; the signal's reason where it was called off
 */
export async function collectVisits(
  list: VisitList,
  ask: Omit<VisitListAsk, "page" | "size">,
  { signal, most = deepest, onProgress }: Collecting,
): Promise<Collected> {
  const size = pageSizes.most;
  const rows = new Map<number, VisitAnswer>();
  for (let page = 1; page * size <= deepest; page++) {
    const answer = await readVisits(list, { ...ask, page, size }, signal);
    signal.throwIfAborted();
    for (const row of answer.rows) rows.set(row.id, row);
    const total = Math.min(answer.total, most);
    onProgress?.(Math.min(rows.size, total), total);
    if (page * size >= total || answer.rows.length === 0)
      return { rows: [...rows.values()].slice(0, most), isCut: answer.totalCapped || answer.total > most };
  }
  return { rows: [...rows.values()].slice(0, most), isCut: true };
}
