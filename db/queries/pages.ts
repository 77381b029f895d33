/** Pages of lists that are small enough for a scan; visits have a search of their own. */

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

export interface PageQuery {
  /** What is read of each row. */
  readonly columns: string;
  /** `FROM … WHERE …`, with named bindings. */
  readonly fits: string;
  readonly order: string;
  readonly bindings: Record<string, unknown>;
  /** Of what is read only, so that nothing is bound that the counting does not name. */
  readonly columnBindings?: Record<string, unknown>;
}

type Bindings = Record<string, Knex.Value>;

export async function readPage<Row>(
  db: Knex,
  { columns, fits, order, bindings, columnBindings }: PageQuery,
  paging: Paging,
): Promise<Page<Row>> {
  const { page, size } = paging;
  const { rows: counted } = await db.raw<{ rows: [{ total: number }] }>(
    `SELECT count(*) AS total FROM (SELECT ${fits} LIMIT ${countedTo(paging) + 1}) AS fits`,
    bindings as Bindings,
  );
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${columns} ${fits} ORDER BY ${order} LIMIT :size OFFSET :offset`,
    { ...(bindings as Bindings), ...(columnBindings as Bindings), size, offset: (page - 1) * size },
  );
  return { rows, ...totalOf(counted[0].total, paging) };
}

/**
 * A page of a query of models; `Row` names what it selects beside columns of the model.
 * @param all the same rows, where counting reads more of them than the page
 */
export async function pageOf<M extends Model, Row = M>(
  db: Knex,
  query: QueryBuilder<M>,
  paging: Paging,
  all: QueryBuilder<M> = query,
): Promise<Page<Row>> {
  const { page, size } = paging;
  const fits = all
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

/** A way to rows of a log: its condition, which an index that ends in `at` answers. */
export interface LogWay {
  readonly condition: string;
  readonly bindings: readonly Knex.RawBinding[];
  /** People of whom the condition is asked one by one, as `one.id`. */
  readonly each?: readonly number[];
}

export interface LogWalk {
  readonly way: "ASC" | "DESC";
  /** How many rows of each walk are read. */
  readonly most: number;
  /** Rows of the same moment need no order: the index alone is read. */
  readonly isCount?: true;
}

/**
 * The first rows of a log that is partitioned by month, in its order, by each way as many: each of them is a walk along an index. The
 * planner takes what is asked for to be spread evenly over the months, and reads from one end all that are without it.
 * @param ways that exclude each other
 */
export function walked(table: string, ways: readonly LogWay[], { way, most, isCount }: LogWalk) {
  const order = isCount ? `at ${way}` : `at ${way}, id ${way}`;
  const walk = (condition: string) =>
    `SELECT * FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ?::integer`;
  const all = ways.map(({ condition, each }) =>
    each
      ? `SELECT walk.* FROM unnest(?::integer[]) AS one (id) CROSS JOIN LATERAL (${walk(condition)}) AS walk`
      : `(${walk(condition)})`,
  );
  const bindings = ways.flatMap(({ bindings: own, each }) => [...(each ? [[...each]] : []), ...own, most]);
  return raw(`(${all.join(" UNION ALL ")}) AS ${table}`, bindings as Knex.RawBinding[]);
}
