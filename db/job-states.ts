/** Last runs of scheduled jobs, for monitoring. */
import type { Knex } from "knex";
import { raw } from "objection";
import { JobRun } from "./models/job-run.ts";
import { PausedJob } from "./models/paused-job.ts";

export interface JobState extends Pick<JobRun, "name" | "doneAt"> {
  /**
   * Whether the last run is more than two periods ago, or in the future (written by a clock that was ahead). False while
   * jobs are held after a restore, which has its own alert.
   */
  readonly isOverdue: boolean;
}

/** When each job was last done. */
export async function readJobStates(db: Knex): Promise<JobState[]> {
  const isOverdue = raw(
    `coalesce(done_at, added_at) NOT BETWEEN
       now() - 3 * CASE WHEN minute IS NULL THEN interval '1 minute' ELSE interval '1 hour' END
       AND now() + interval '1 minute'
     AND NOT EXISTS ?`,
    PausedJob.query(db).modify("held"),
  );
  return JobRun.query(db)
    .select("name", "doneAt", isOverdue.as("isOverdue"))
    .orderBy("name")
    .castTo<JobState[]>();
}
