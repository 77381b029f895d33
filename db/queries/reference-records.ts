/** Read models of companies and user codes as administrators keep them. */

import type { Knex } from "knex";
import { maxOptions } from "#contract/lists.ts";
import type { ReferenceListQuery } from "#contract/site/reference-data.ts";
import { Company, type ReferenceRecord, UserCode } from "../models/reference-record.ts";
import type { NamedRow } from "./choices.ts";
import { nameSearch } from "./names.ts";
import { anywhere, type Page, pageOf, readSort } from "./pages.ts";

/** Which records are meant: the companies, or the codes of a kind. */
export type RecordKind =
  | { readonly table: "companies" }
  | { readonly table: "user_codes"; readonly kind: 9002 | 9003 };

export const companies: RecordKind = { table: "companies" };
export const codesOf = (kind: 9002 | 9003): RecordKind => ({ table: "user_codes", kind });

const columns = [
  "id",
  "name",
  "enName",
  "inUse",
  "dispOrder",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof ReferenceRecord)[];

export type ReferenceRow = Pick<ReferenceRecord, (typeof columns)[number]>;

export const modelOf = ({ table }: RecordKind): typeof ReferenceRecord =>
  table === "companies" ? Company : UserCode;

/** What tells records of the kind from others of their table. */
export const kindOf = (of: RecordKind) => (of.table === "companies" ? {} : { kind: of.kind });

/** The records of a kind. */
export const recordsOf = (db: Knex, of: RecordKind) => modelOf(of).query(db).where(kindOf(of));

/** Those with a part of the name in either language; from two letters on initial consonants count, too. */
function named(db: Knex, of: RecordKind, text: string | undefined) {
  const records = recordsOf(db, of);
  if (text === undefined) return records;
  const search = nameSearch(text);
  return search
    ? records.modify("matching", search.pattern)
    : records.modify("like", anywhere(text.toLowerCase()));
}

/** A page of records; in their order unless another is asked for. */
export function referenceRows(
  db: Knex,
  of: RecordKind,
  { page, size, sort = "dispOrder", q, inUse }: ReferenceListQuery,
): Promise<Page<ReferenceRow>> {
  const { column, way } = readSort(sort);
  const fits = named(db, of, q)
    .select(...columns)
    .orderBy([{ column, order: way }, "id"]);
  if (inUse !== undefined) fits.where({ inUse });
  return pageOf(db, fits, { page, size });
}

/** All records, in their order. */
export const allReferenceRows = async (db: Knex, of: RecordKind): Promise<ReferenceRow[]> =>
  recordsOf(db, of)
    .select(...columns)
    .orderBy(["dispOrder", "id"]);

/** One record, by id. */
export const referenceRow = async (db: Knex, of: RecordKind, id: number): Promise<ReferenceRow | undefined> =>
  recordsOf(db, of)
    .select(...columns)
    .findById(id);

/** Records in use to choose from, in their order; fewer than there are where they are many. */
export const referenceOptions = async (
  db: Knex,
  of: RecordKind,
  text: string | undefined,
): Promise<NamedRow[]> =>
  named(db, of, text)
    .select("id", "name", "enName")
    .where({ inUse: true })
    .orderBy(["dispOrder", "id"])
    .limit(maxOptions);
