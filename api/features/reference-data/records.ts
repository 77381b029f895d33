/** Companies and user codes: added, changed, put in order, removed (docs/behaviour.md, "Records"). */

import type { Knex } from "knex";
import { onForeignKeyViolation, onUniqueViolation } from "#api/constraint-errors.ts";
import { codeReferenced, companyReferenced, invalid, notFound } from "#api/errors.ts";
import { type Change, noteChanges } from "#api/live/changes.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { NewReferenceRecord, ReferenceRecordChange } from "#contract/site/reference-data.ts";
import {
  kindOf,
  modelOf,
  type RecordKind,
  type ReferenceRow,
  recordsOf,
  referenceRow,
} from "#db/queries/reference-records.ts";
import { type DisplayPlace, setDisplayOrder } from "#db/statements/display-order.ts";

const taken: FieldErrors = { name: "nameTaken" };

const noted = (of: RecordKind): Change[] => [{ kind: of.table === "companies" ? "company" : "code" }];

async function read(db: Knex, of: RecordKind, id: number): Promise<ReferenceRow> {
  const row = await referenceRow(db, of, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Adds a record; without a place in the order it stands last.
 * @throws InvalidInput on name where it is taken
 */
export function addRecord(
  db: Knex,
  of: RecordKind,
  { name, enName = "", inUse, dispOrder }: NewReferenceRecord,
  now: Date,
): Promise<ReferenceRow> {
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      const last = await recordsOf(trx, of).select("dispOrder").orderBy("dispOrder", "desc").first();
      const added = await modelOf(of)
        .query(trx)
        .insert({
          ...kindOf(of),
          name,
          enName,
          inUse,
          dispOrder: dispOrder ?? (last?.dispOrder ?? 0) + 1,
          createdAt: now,
          updatedAt: now,
        })
        .returning("id");
      await noteChanges(trx, noted(of));
      return read(trx, of, added.id);
    }),
  );
}

/**
 * Changes what is named of a record.
 * @throws InvalidInput on name where it is taken; HttpError 404
 */
export function changeRecord(
  db: Knex,
  of: RecordKind,
  id: number,
  { name, enName, inUse, dispOrder }: ReferenceRecordChange,
  now: Date,
): Promise<ReferenceRow> {
  const change = {
    ...(name !== undefined && { name }),
    ...(enName !== undefined && { enName }),
    ...(inUse !== undefined && { inUse }),
    ...(dispOrder !== undefined && { dispOrder }),
    updatedAt: now,
  };
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      if ((await recordsOf(trx, of).patch(change).where({ id })) === 0) throw notFound();
      await noteChanges(trx, noted(of));
      return read(trx, of, id);
    }),
  );
}

/** @throws HttpError 404; 405 while something refers to it */
export function removeRecord(db: Knex, of: RecordKind, id: number): Promise<void> {
  return onForeignKeyViolation(
    of.table === "companies" ? companyReferenced : codeReferenced,
    db.transaction(async (trx) => {
      if ((await recordsOf(trx, of).delete().where({ id })) === 0) throw notFound();
      await noteChanges(trx, noted(of));
    }),
  );
}

/**
 * Puts records in another order, all or none; those not named keep their place.
 * @throws InvalidInput on `dispOrders.<n>.id` for what is not of the kind or is named twice
 */
export async function sortRecords(
  db: Knex,
  of: RecordKind,
  places: readonly DisplayPlace[],
  now: Date,
): Promise<void> {
  const ids = places.map(({ id }) => id);
  await db.transaction(async (trx) => {
    // In the order of ids, so that two who sort at once never wait for each other.
    const rows = await recordsOf(trx, of).select("id").modify("withIds", ids).orderBy("id").forUpdate();
    const known = new Set(rows.map(({ id }) => id));
    const errors: FieldErrors = {};
    for (const [index, id] of ids.entries()) {
      if (!known.has(id) || ids.indexOf(id) !== index) errors[`dispOrders.${index}.id`] = "invalid";
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    await setDisplayOrder(trx, modelOf(of), places, now);
    await noteChanges(trx, noted(of));
  });
}
