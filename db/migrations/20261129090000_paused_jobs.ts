import type { Knex } from "knex";

/** A job that would destroy an unusual amount waits here until somebody confirms it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE paused_jobs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      job text NOT NULL CHECK (job IN ('destroyDue', 'oldMessages', 'accessLog', 'cleanFiles')),
      amount integer NOT NULL CHECK (amount > 0),
      total integer NOT NULL CHECK (total >= amount),
      through date NOT NULL,
      found_at timestamptz NOT NULL,
      confirmed_by integer REFERENCES host_users ON DELETE SET NULL,
      confirmed_at timestamptz,
      done_at timestamptz,
      CHECK (confirmed_by IS NULL OR confirmed_at IS NOT NULL)
    );
    COMMENT ON COLUMN paused_jobs.through IS 'The day by which the job chose what would go: it goes no further.';
    CREATE UNIQUE INDEX paused_jobs_waiting ON paused_jobs (job) WHERE done_at IS NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE paused_jobs");
}
