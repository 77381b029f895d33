/** Pages of lists (docs/behaviour.md, "Lists"). */

import type { Knex } from "knex";
import { type Model, type QueryBuilder, raw } from "objection";
import { maxCounted } from "#contract/lists.ts";

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
  /** There are more than `total` rows. */
  readonly totalCapped: boolean;
}

export const emptyPage: Page<never> = { rows: [], total: 0, totalCapped: false };

/** Maximum number of rows that are counted. */
export const maxCountedRows = ({ page, size }: Paging): number => Math.max(maxCounted, page * size);

/** @param counted at most one more than `maxCountedRows` */
export function totalOf(counted: number, paging: Paging): Omit<Page<unknown>, "rows"> {
  const most = maxCountedRows(paging);
  return { total: Math.min(counted, most), totalCapped: counted > most };
}

/** A page of a model's query; `Row` names selected columns beyond the model. */
export async function pageOf<M extends Model, Row = M>(
  db: Knex,
  query: QueryBuilder<M>,
  paging: Paging,
): Promise<Page<Row>> {
  const { page, size } = paging;
  const fits = query
    .clone()
    .clearSelect()
    .clearOrder()
    .select(raw("1"))
    .limit(maxCountedRows(paging) + 1);
  const [counted] = await db.from(fits.toKnexQuery().as("fits")).count("* as total");
  const counts = totalOf(Number(counted?.total), paging);
  // Skips the query, because looking for missing rows may read everything.
  if (counts.total <= (page - 1) * size) return { rows: [], ...counts };
  const rows = await query
    .offset((page - 1) * size)
    .limit(size)
    .castTo<Row[]>();
  return { rows, ...counts };
}

/** Matches any of some values, passed as one array, so that the SQL text does not depend on their number. */
export const anyOf = (values: readonly (string | number | Buffer)[], type: string) =>
  raw(`ANY(?::${type}[])`, [[...values]]);

/** LIKE pattern that matches the text anywhere. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Column and direction of a `sort`. */
export const readSort = <Column extends string>(sort: Column | `-${Column}`) => ({
  column: sort.replace(/^-/, "") as Column,
  direction: sort.startsWith("-") ? ("DESC" as const) : ("ASC" as const),
});
