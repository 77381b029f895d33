/** Management of companies and user codes (docs/behaviour.md, "Records"). */
import type { Knex } from "knex";
import { onForeignKeyViolation, onUniqueViolation } from "#api/constraint-errors.ts";
import type { Deps } from "#api/deps.ts";
import { type DisplayPosition, nextPosition, reorder } from "#api/display-order.ts";
import { codeReferenced, companyReferenced, type HttpError, notFound } from "#api/errors.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { type Change, publishChanges } from "#api/live/changes.ts";
import { nameSearch } from "#api/name-search.ts";
import { containsPattern, type Page, pageOf, readSort } from "#api/paging.ts";
import { fromInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { maxOptions } from "#contract/lists.ts";
import type {
  NewReferenceRecord,
  ReferenceRecord as RecordAnswer,
  ReferenceListQuery,
  ReferenceRecordChange,
} from "#contract/site/reference-data.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { Company, type NamedRow, type ReferenceRecord, UserCode } from "#db/models/reference-record.ts";

/** Companies, or user codes of a kind. */
export interface RecordKind {
  readonly model: typeof ReferenceRecord;
  /** Selects the kind's records in a shared table. */
  readonly where: { readonly kind?: 9002 | 9003 };
  readonly change: Change;
  readonly isReferenced: () => HttpError;
}

export const companies: RecordKind = {
  model: Company,
  where: {},
  change: { kind: "company" },
  isReferenced: companyReferenced,
};
export const codesOf = (kind: 9002 | 9003): RecordKind => ({
  model: UserCode,
  where: { kind },
  change: { kind: "code" },
  isReferenced: codeReferenced,
});

const columns = ["id", "name", "enName", "inUse", "dispOrder", "createdAt", "updatedAt"] as const;

export type ReferenceRow = Pick<ReferenceRecord, (typeof columns)[number]>;

const taken: FieldErrors = { name: "nameTaken" };

const recordsOf = (db: Knex, { model, where }: RecordKind) => model.query(db).where(where);

/** Records with a part of the name in either language; from two letters on initial consonants count, too. */
function named(db: Knex, of: RecordKind, text: string | undefined) {
  const records = recordsOf(db, of);
  if (text === undefined) return records;
  const search = nameSearch(text);
  return search
    ? records.modify("matching", search.pattern)
    : records.modify("like", containsPattern(text.toLowerCase()));
}

/** A page of records, in display order unless sorted otherwise. */
export function listRecords(
  db: Knex,
  of: RecordKind,
  { page, size, sort = "dispOrder", q, inUse }: ReferenceListQuery,
): Promise<Page<ReferenceRow>> {
  const { column, direction } = readSort(sort);
  const found = named(db, of, q)
    .select(...columns)
    .orderBy([{ column, order: direction }, "id"]);
  if (inUse !== undefined) found.where({ inUse });
  return pageOf(db, found, { page, size });
}

/** All records in display order. */
export const allRecords = async (db: Knex, of: RecordKind): Promise<ReferenceRow[]> =>
  recordsOf(db, of)
    .select(...columns)
    .orderBy(["dispOrder", "id"]);

/** Records in use to choose from, in display order. */
export const recordOptions = async (
  db: Knex,
  of: RecordKind,
  text: string | undefined,
): Promise<NamedRow[]> =>
  named(db, of, text)
    .select("id", "name", "enName")
    .where({ inUse: true })
    .orderBy(["dispOrder", "id"])
    .limit(maxOptions);

async function read(db: Knex, of: RecordKind, id: number): Promise<ReferenceRow> {
  const row = await recordsOf(db, of)
    .select(...columns)
    .findById(id);
  if (!row) throw notFound();
  return row;
}

/** Adds a record, last where no display order is given. @throws InvalidInput on name where it is taken */
export function addRecord(
  { db, clock }: Pick<Deps, "db" | "clock">,
  of: RecordKind,
  { name, enName = "", inUse, dispOrder }: NewReferenceRecord,
): Promise<ReferenceRow> {
  const now = clock();
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      const place = dispOrder ?? (await nextPosition(trx, of.model, of.where));
      const added = await of.model
        .query(trx)
        .insert({ ...of.where, name, enName, inUse, dispOrder: place, createdAt: now, updatedAt: now })
        .returning("id");
      await publishChanges(trx, [of.change]);
      return read(trx, of, added.id);
    }),
  );
}

/** @throws InvalidInput on name where it is taken; HttpError 404 */
export function changeRecord(
  { db, clock }: Pick<Deps, "db" | "clock">,
  of: RecordKind,
  id: number,
  { name, enName, inUse, dispOrder }: ReferenceRecordChange,
): Promise<ReferenceRow> {
  const change = { name, enName, inUse, dispOrder, updatedAt: clock() };
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      if ((await recordsOf(trx, of).patch(change).where({ id })) === 0) throw notFound();
      await publishChanges(trx, [of.change]);
      return read(trx, of, id);
    }),
  );
}

/** @throws HttpError 404; 405 while another record references it */
export function removeRecord(db: Knex, of: RecordKind, id: number): Promise<void> {
  return onForeignKeyViolation(
    of.isReferenced,
    db.transaction(async (trx) => {
      if ((await recordsOf(trx, of).delete().where({ id })) === 0) throw notFound();
      await publishChanges(trx, [of.change]);
    }),
  );
}

/**
 * Changes the display order, all or none; other records keep theirs.
 * @throws InvalidInput on `dispOrders.<n>.id` for a record of another kind or a duplicate
 */
export const sortRecords = (
  db: Knex,
  of: RecordKind,
  positions: readonly DisplayPosition[],
  now: Date,
): Promise<void> =>
  db.transaction(async (trx) => {
    await reorder(trx, of.model, positions, now, of.where);
    await publishChanges(trx, [of.change]);
  });

export const presentRecord = (row: ReferenceRow, timezone: string): RecordAnswer => ({
  ...row,
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

export const presentNamed = ({ id, name, enName }: NamedRow, lang: Language): NamedItem => ({
  id,
  name: inLanguage(lang, name, enName),
});
