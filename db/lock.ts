import type { Knex } from "knex";

/** Takes a lock by its name until the transaction ends, for what no row can be locked for. */
export async function takeLock(trx: Knex.Transaction, name: string): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [name]);
}
