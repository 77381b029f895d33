/** Rows and their number → a page of the wire (docs/behaviour.md, "Lists"). */
import { deepest } from "#contract/lists.ts";

export const presentPage = <Row, Answer>(
  { rows, total }: { readonly rows: readonly Row[]; readonly total: number },
  present: (row: Row) => Answer,
) => ({ rows: rows.map(present), total: Math.min(total, deepest), totalCapped: total > deepest });
