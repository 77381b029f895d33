/** The order in which records are shown, written in one statement. */
import type { Knex } from "knex";
import type { Model, ModelClass } from "objection";

export interface DisplayPlace {
  readonly id: number;
  readonly dispOrder: number;
}

/** Puts records at the places that are named; the others keep theirs. */
export async function setDisplayOrder(
  trx: Knex.Transaction,
  { tableName }: Pick<ModelClass<Model>, "tableName">,
  places: readonly DisplayPlace[],
  now: Date,
): Promise<void> {
  await trx.raw(
    `UPDATE ?? AS record SET disp_order = place."dispOrder", updated_at = ?
     FROM json_to_recordset(?::json) AS place (id integer, "dispOrder" integer) WHERE record.id = place.id`,
    [tableName, now, JSON.stringify(places)],
  );
}
