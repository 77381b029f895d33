/** Loads all pages of a list for printing and export. */
import { maxRow, pageSizes } from "#contract/lists.ts";

export interface Collected<Row> {
  readonly rows: readonly Row[];
  /** The list was truncated. */
  readonly isCut: boolean;
  /** Reading a page could not be logged. */
  readonly untraced?: boolean;
}

export interface CollectOptions {
  readonly signal: AbortSignal;
  /** Defaults to the server's limit of 10,000. */
  readonly maxRows?: number;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly untraced?: boolean | undefined;
}

/**
 * Loads all pages up to the limit. Deduplicates rows that moved to a later page meanwhile.
 * @throws CallError when a page cannot be loaded; the signal's reason when aborted
 */
export async function collectPages<Row extends { readonly id: number }>(
  readPage: (page: number, size: number) => Promise<Page<Row>>,
  { signal, maxRows = maxRow }: CollectOptions,
): Promise<Collected<Row>> {
  const size = pageSizes.max;
  const rows = new Map<number, Row>();
  let untraced = false;
  for (let page = 1; page * size <= maxRow; page++) {
    const answer = await readPage(page, size);
    signal.throwIfAborted();
    untraced ||= answer.untraced === true;
    for (const row of answer.rows) rows.set(row.id, row);
    const isLast = answer.rows.length === 0 || (!answer.totalCapped && page * size >= answer.total);
    if (isLast || page * size >= maxRows)
      return { rows: [...rows.values()].slice(0, maxRows), isCut: !isLast || rows.size > maxRows, untraced };
  }
  return { rows: [...rows.values()].slice(0, maxRows), isCut: true, untraced };
}
