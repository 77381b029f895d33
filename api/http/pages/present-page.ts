/** Presents a page of rows with its total (docs/behaviour.md, "Lists"). */
import type { Page } from "#api/paging.ts";

export const presentPage = <Row, Answer>(
  { rows, total, totalCapped }: Page<Row>,
  present: (row: Row) => Answer,
) => ({ rows: rows.map(present), total, totalCapped });
