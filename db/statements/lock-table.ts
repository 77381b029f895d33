/** Locks a table until the transaction ends: others who lock or write it wait, readers do not. */
import type { Knex } from "knex";
import type { Model, ModelClass } from "objection";

export async function lockTable(
  trx: Knex.Transaction,
  { tableName }: Pick<ModelClass<Model>, "tableName">,
): Promise<void> {
  await trx.raw("LOCK TABLE ?? IN SHARE ROW EXCLUSIVE MODE", [tableName]);
}
