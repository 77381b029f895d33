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
  /** There are more than `total`. */
  readonly totalCapped: boolean;
}

export const emptyPage: Page<never> = { rows: [], total: 0, totalCapped: false };

/** How many rows of a list are counted. */
export const countedTo = ({ page, size }: Paging): number => Math.max(maxCounted, page * size);

/** @param counted up to one beyond `countedTo` */
export function totalOf(counted: number, paging: Paging): Omit<Page<unknown>, "rows"> {
  const most = countedTo(paging);
  return { total: Math.min(counted, most), totalCapped: counted > most };
}

/** A page of a query of models; `Row` names what it selects beside columns of the model. */
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
    .limit(countedTo(paging) + 1);
  const [counted] = await db.from(fits.toKnexQuery().as("fits")).count("* as total");
  const counts = totalOf(Number(counted?.total), paging);
  // Looking for rows that are not there may read everything.
  if (counts.total <= (page - 1) * size) return { rows: [], ...counts };
  const rows = await query
    .offset((page - 1) * size)
    .limit(size)
    .castTo<Row[]>();
  return { rows, ...counts };
}

/** Any of some values, in one array: the statement is the same however many they are. */
export const anyOf = (values: readonly (string | number | Buffer)[], type: string) =>
  raw(`ANY(?::${type}[])`, [[...values]]);

/** A pattern of LIKE for what holds a text anywhere. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The column of a `sort`, and which way it runs. */
export const readSort = <Column extends string>(sort: Column | `-${Column}`) => ({
  column: sort.replace(/^-/, "") as Column,
  way: sort.startsWith("-") ? ("DESC" as const) : ("ASC" as const),
});
