/** Jobs that stopped before an unusual amount. */
import type { Knex } from "knex";
import { PausedJob } from "#db/models/paused-job.ts";

type Found = Pick<PausedJob, "job" | "amount" | "total" | "through" | "foundAt">;

/** Does nothing while the same job is paused already. */
export async function insertUnlessPaused(trx: Knex.Transaction, found: Found): Promise<void> {
  await PausedJob.query(trx).insert(found).onConflict(trx.raw("(job) WHERE done_at IS NULL")).ignore();
}
