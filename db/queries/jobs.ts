/** What jobs ask before they run. */
import type { Knex } from "knex";

/** The database's clock. */
export async function databaseTime(db: Knex): Promise<Date> {
  const { rows } = await db.raw<{ rows: [{ now: Date }] }>("SELECT clock_timestamp() AS now");
  return rows[0].now;
}

/** Whether jobs and messages wait for somebody to let them go on after a restore. */
export async function isHeldAfterRestore(db: Knex): Promise<boolean> {
  return (await db("pausedJobs").where({ job: "restored", doneAt: null }).first("id")) !== undefined;
}
