import type { Knex } from "knex";

/** Takes an advisory lock by name until the transaction ends, where no row can be locked. */
export async function takeLock(trx: Knex.Transaction, name: string): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [name]);
}
