/** Companies and user codes: added, changed, put in order, removed (specification, section 7). */

import type { Knex } from "knex";
import { uniquely, unlessReferenced } from "#api/constraint-errors.ts";
import { codeReferenced, companyReferenced, invalid, notFound } from "#api/errors.ts";
import { type Change, noteChanges } from "#api/live/changes.ts";
import type { BaseRecordChange, NewBaseRecord } from "#contract/base-data.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { type BaseRow, baseRow, type Shelf } from "#db/queries/base-records.ts";

const taken: FieldErrors = { name: "nameTaken" };

const noted = (shelf: Shelf): Change[] => [{ kind: shelf.table === "companies" ? "company" : "code" }];

/** The records of a shelf, for writing. */
const within = (db: Knex, shelf: Shelf) =>
  shelf.table === "companies" ? db("companies") : db("userCodes").where({ kind: shelf.kind });

async function read(db: Knex, shelf: Shelf, id: number): Promise<BaseRow> {
  const row = await baseRow(db, shelf, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Adds a record; without a place in the order it stands last.
 * @throws InvalidInput on name where it is taken
 */
export function addRecord(
  db: Knex,
  shelf: Shelf,
  { name, enName = "", inUse, dispOrder }: NewBaseRecord,
  now: Date,
): Promise<BaseRow> {
  return uniquely(
    taken,
    db.transaction(async (trx) => {
      const last = async (): Promise<number> =>
        (await within(trx, shelf).max("dispOrder as last"))[0]?.last ?? 0;
      const [added] = await trx(shelf.table === "companies" ? "companies" : "userCodes")
        .insert({
          ...(shelf.table === "user_codes" && { kind: shelf.kind }),
          name,
          enName,
          inUse,
          dispOrder: dispOrder ?? (await last()) + 1,
          createdAt: now,
          updatedAt: now,
        })
        .returning("id");
      await noteChanges(trx, noted(shelf));
      return read(trx, shelf, added.id);
    }),
  );
}

/**
 * Changes what is named of a record.
 * @throws InvalidInput on name where it is taken; HttpError 404
 */
export function changeRecord(
  db: Knex,
  shelf: Shelf,
  id: number,
  { name, enName, inUse, dispOrder }: BaseRecordChange,
  now: Date,
): Promise<BaseRow> {
  const change = {
    ...(name !== undefined && { name }),
    ...(enName !== undefined && { enName }),
    ...(inUse !== undefined && { inUse }),
    ...(dispOrder !== undefined && { dispOrder }),
    updatedAt: now,
  };
  return uniquely(
    taken,
    db.transaction(async (trx) => {
      if ((await within(trx, shelf).where({ id }).update(change)) === 0) throw notFound();
      await noteChanges(trx, noted(shelf));
      return read(trx, shelf, id);
    }),
  );
}

/** @throws HttpError 404; 405 while something refers to it */
export function removeRecord(db: Knex, shelf: Shelf, id: number): Promise<void> {
  return unlessReferenced(
    shelf.table === "companies" ? companyReferenced : codeReferenced,
    db.transaction(async (trx) => {
      if ((await within(trx, shelf).where({ id }).del()) === 0) throw notFound();
      await noteChanges(trx, noted(shelf));
    }),
  );
}

export interface Place {
  readonly id: number;
  readonly dispOrder: number;
}

/**
 * Puts records in another order, all or none; those not named keep their place.
 * @throws InvalidInput on `dispOrders.<n>.id` for what is not on the shelf or is named twice
 */
export async function sortRecords(
  db: Knex,
  shelf: Shelf,
  places: readonly Place[],
  now: Date,
): Promise<void> {
  const ids = places.map(({ id }) => id);
  await db.transaction(async (trx) => {
    // In the order of ids, so that two who sort at once never wait for each other.
    const rows: { id: number }[] = await within(trx, shelf)
      .whereRaw("id = ANY(?::integer[])", [ids])
      .orderBy("id")
      .forUpdate()
      .select("id");
    const known = new Set(rows.map(({ id }) => id));
    const errors: FieldErrors = {};
    for (const [index, id] of ids.entries()) {
      if (!known.has(id) || ids.indexOf(id) !== index) errors[`dispOrders.${index}.id`] = "invalid";
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    await trx.raw(
      `UPDATE ${shelf.table} r SET disp_order = p."dispOrder", updated_at = ?
       FROM json_to_recordset(?::json) AS p (id integer, "dispOrder" integer) WHERE r.id = p.id`,
      [now, JSON.stringify(places)],
    );
    await noteChanges(trx, noted(shelf));
  });
}
