/** Order of records that administrators arrange. */
import type { Knex } from "knex";
import type { Model, ModelClass } from "objection";
import { invalid } from "#api/errors.ts";
import type { FieldErrors } from "#contract/errors.ts";

export interface DisplayPosition {
  readonly id: number;
  readonly dispOrder: number;
}

type Ordered = ModelClass<Model & DisplayPosition & { readonly updatedAt: Date }>;

/** The position after the last record. @param kind restricts the table's records */
export async function nextPosition(
  trx: Knex.Transaction,
  model: Ordered,
  kind: object = {},
): Promise<number> {
  const last = await model.query(trx).select("dispOrder").where(kind).orderBy("dispOrder", "desc").first();
  return (last?.dispOrder ?? 0) + 1;
}

/**
 * Moves records to positions, all or none; other records keep theirs.
 * @throws InvalidInput on `dispOrders.<n>.id` for an unknown or repeated record
 */
export async function reorder(
  trx: Knex.Transaction,
  model: Ordered,
  positions: readonly DisplayPosition[],
  now: Date,
  kind: object = {},
): Promise<void> {
  const ids = positions.map(({ id }) => id);
  // By id, so that two concurrent sorts wait for each other instead of deadlocking.
  const rows = await model
    .query(trx)
    .select("id")
    .where(kind)
    .modify("withIds", ids)
    .orderBy("id")
    .forUpdate();
  const left = new Set(rows.map(({ id }) => id));
  const errors: FieldErrors = {};
  for (const [index, id] of ids.entries()) if (!left.delete(id)) errors[`dispOrders.${index}.id`] = "invalid";
  if (Object.keys(errors).length > 0) throw invalid(errors);
  for (const { id, dispOrder } of positions)
    await model.query(trx).findById(id).patch({ dispOrder, updatedAt: now });
}
