import type { Knex } from "knex";

/** Whether jobs and messages wait for somebody to let them go on after a restore. */
export async function isHeldAfterRestore(db: Knex): Promise<boolean> {
  return (await db("pausedJobs").where({ job: "restored", doneAt: null }).first("id")) !== undefined;
}
