import type { Knex } from "knex";

const jobs = "'destroyDue', 'oldMessages', 'accessLog', 'cleanFiles'";

/**
 * What was erased, until it stands in a file outside the database (docs/decisions/privacy/erasure-register.md), and the
 * hold on all jobs after a restore.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE erasure_outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      entry jsonb NOT NULL CHECK (jsonb_typeof(entry) = 'object'),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN erasure_outbox.entry IS 'a line of the register: ids and counts, nobody''s data';

    ALTER TABLE paused_jobs
      DROP CONSTRAINT paused_jobs_job_check,
      ADD CONSTRAINT paused_jobs_job_check CHECK (job IN (${jobs}, 'restored')),
      DROP CONSTRAINT paused_jobs_amount_check,
      ADD CONSTRAINT paused_jobs_amount_check CHECK (amount > 0 OR (job = 'restored' AND amount = 0));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM paused_jobs WHERE job = 'restored';
    ALTER TABLE paused_jobs
      DROP CONSTRAINT paused_jobs_amount_check,
      ADD CONSTRAINT paused_jobs_amount_check CHECK (amount > 0),
      DROP CONSTRAINT paused_jobs_job_check,
      ADD CONSTRAINT paused_jobs_job_check CHECK (job IN (${jobs}));
    DROP TABLE erasure_outbox;
  `);
}
