/** Read models of companies and user codes as administrators keep them. */

import type { Knex } from "knex";
import { maxOptions } from "#contract/lists.ts";
import type { BaseListQuery } from "#contract/site/base-data.ts";
import type { NamedRow } from "./choices.ts";
import { nameSearch } from "./names.ts";
import { anywhere, readPage, readSort } from "./pages.ts";

/** Which records are meant: the companies, or the codes of a kind. */
export type RecordKind =
  | { readonly table: "companies" }
  | { readonly table: "user_codes"; readonly kind: 9002 | 9003 };

export const companies: RecordKind = { table: "companies" };
export const codesOf = (kind: 9002 | 9003): RecordKind => ({ table: "user_codes", kind });

export interface ReferenceRow extends NamedRow {
  readonly inUse: boolean;
  readonly dispOrder: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = `r.id, r.name, r.en_name AS "enName", r.in_use AS "inUse", r.disp_order AS "dispOrder",
  r.created_at AS "createdAt", r.updated_at AS "updatedAt"`;

const ofKind = (of: RecordKind) => (of.table === "companies" ? "true" : "r.kind = :kind");
const kindOf = (of: RecordKind) => (of.table === "companies" ? {} : { kind: of.kind });

/** Part of a name in either language; from two letters on initial consonants count too. */
function named(text: string | undefined): { condition: string; bindings: Record<string, string> } {
  if (text === undefined) return { condition: "true", bindings: {} };
  const search = nameSearch(text);
  const [how, wanted] = search ? ["~", search.pattern] : ["LIKE", anywhere(text.toLowerCase())];
  return {
    condition: `(search_text(r.name) ${how} :wanted OR search_text(r.en_name) ${how} :wanted)`,
    bindings: { wanted },
  };
}

const orders = {
  dispOrder: "r.disp_order",
  name: "r.name",
  enName: "r.en_name",
  inUse: "r.in_use",
  createdAt: "r.created_at",
  updatedAt: "r.updated_at",
} as const;

/** A page of records; in their order unless another is asked for. */
export function referenceRows(
  db: Knex,
  of: RecordKind,
  { page, size, sort = "dispOrder", q, inUse }: BaseListQuery,
): Promise<{ rows: ReferenceRow[]; total: number }> {
  const { condition, bindings } = named(q);
  const { column, way } = readSort<keyof typeof orders>(sort);
  const use = inUse === undefined ? "true" : "r.in_use = :inUse";
  return readPage(
    db,
    {
      columns,
      fits: `FROM ${of.table} r WHERE ${ofKind(of)} AND ${use} AND ${condition}`,
      order: `${orders[column]} ${way}, r.id`,
      bindings: { ...kindOf(of), ...bindings, ...(inUse !== undefined && { inUse }) },
    },
    { page, size },
  );
}

/** All records, in their order. */
export async function allReferenceRows(db: Knex, of: RecordKind): Promise<ReferenceRow[]> {
  const { rows } = await db.raw<{ rows: ReferenceRow[] }>(
    `SELECT ${columns} FROM ${of.table} r WHERE ${ofKind(of)} ORDER BY r.disp_order, r.id`,
    kindOf(of),
  );
  return rows;
}

/** One record, by id. */
export async function referenceRow(db: Knex, of: RecordKind, id: number): Promise<ReferenceRow | undefined> {
  const { rows } = await db.raw<{ rows: ReferenceRow[] }>(
    `SELECT ${columns} FROM ${of.table} r WHERE ${ofKind(of)} AND r.id = :id`,
    { ...kindOf(of), id },
  );
  return rows[0];
}

/** Records in use to choose from, in their order; fewer than there are where they are many. */
export async function referenceOptions(
  db: Knex,
  of: RecordKind,
  text: string | undefined,
): Promise<NamedRow[]> {
  const { condition, bindings } = named(text);
  const { rows } = await db.raw<{ rows: NamedRow[] }>(
    `SELECT r.id, r.name, r.en_name AS "enName" FROM ${of.table} r
     WHERE ${ofKind(of)} AND r.in_use AND ${condition}
     ORDER BY r.disp_order, r.id LIMIT ${maxOptions}`,
    { ...kindOf(of), ...bindings },
  );
  return rows;
}
