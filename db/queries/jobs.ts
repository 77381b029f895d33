/** What jobs ask before they run. */
import type { Knex } from "knex";
import { PausedJob } from "../models/paused-job.ts";

/** The database's clock. */
export async function databaseTime(db: Knex): Promise<Date> {
  const { rows } = await db.raw<{ rows: [{ now: Date }] }>("SELECT clock_timestamp() AS now");
  return rows[0].now;
}

/** Whether jobs and messages wait for somebody to let them go on after a restore. */
export const isHeldAfterRestore = async (db: Knex): Promise<boolean> =>
  (await PausedJob.query(db).select("id").modify("held").first()) !== undefined;
