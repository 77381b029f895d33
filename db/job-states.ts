/** Last runs of scheduled jobs, for monitoring. */
import type { Knex } from "knex";

export interface JobState {
  readonly name: string;
  readonly doneAt: Date | null;
  /**
   * Whether the last run is more than two periods ago, or in the future (written by a clock that was ahead). False while
   * jobs are held after a restore, which has its own alert.
   */
  readonly isOverdue: boolean;
}

/** When each job was last done. */
export async function readJobStates(db: Knex): Promise<JobState[]> {
  const { rows } = await db.raw<{ rows: JobState[] }>(
    `SELECT name, done_at AS "doneAt", coalesce(done_at, added_at) NOT BETWEEN
       now() - 3 * CASE WHEN minute IS NULL THEN interval '1 minute' ELSE interval '1 hour' END
       AND now() + interval '1 minute'
       AND NOT EXISTS (SELECT FROM paused_jobs WHERE job = 'restored' AND done_at IS NULL) AS "isOverdue"
     FROM job_runs ORDER BY name`,
  );
  return rows;
}
