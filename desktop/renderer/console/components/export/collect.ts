/** A whole list, for paper and for files: page after page, as the server gives them. */
import { maxRow, pageSizes } from "#contract/lists.ts";

export interface Collected<Row> {
  readonly rows: readonly Row[];
  /** There are more than were taken. */
  readonly isCut: boolean;
}

export interface Collecting {
  readonly signal: AbortSignal;
  /** No more than this; the server goes no deeper than 10,000. */
  readonly most?: number;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totalCapped: boolean;
}

/**
 * Reads every page that fits. A row that moved to a later page meanwhile is taken once.
 * @throws CallError where a page cannot be read; the signal's reason where it was called off
 */
export async function collectPages<Row extends { readonly id: number }>(
  readPage: (page: number, size: number) => Promise<Page<Row>>,
  { signal, most = maxRow }: Collecting,
): Promise<Collected<Row>> {
  const size = pageSizes.max;
  const rows = new Map<number, Row>();
  for (let page = 1; page * size <= maxRow; page++) {
    const answer = await readPage(page, size);
    signal.throwIfAborted();
    for (const row of answer.rows) rows.set(row.id, row);
    const isLast = answer.rows.length === 0 || (!answer.totalCapped && page * size >= answer.total);
    if (isLast || page * size >= most)
      return { rows: [...rows.values()].slice(0, most), isCut: !isLast || rows.size > most };
  }
  return { rows: [...rows.values()].slice(0, most), isCut: true };
}
