import type { Knex } from "knex";

const jobs = "'destroyDue', 'oldMessages', 'accessLog', 'cleanFiles', 'restored'";

/** Old months of the event log wait for the privacy officer where they are an unusual amount. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE paused_jobs
      DROP CONSTRAINT paused_jobs_job_check,
      ADD CONSTRAINT paused_jobs_job_check CHECK (job IN (${jobs}, 'events'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM paused_jobs WHERE job = 'events';
    ALTER TABLE paused_jobs
      DROP CONSTRAINT paused_jobs_job_check,
      ADD CONSTRAINT paused_jobs_job_check CHECK (job IN (${jobs}));
  `);
}
