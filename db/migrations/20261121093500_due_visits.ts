import type { Knex } from "knex";

/** Finds what the nightly job has to end, however many visits there ever were. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX visits_due ON visits (end_at) WHERE status_code IN ('applied', 'approved', 'exited')
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP INDEX visits_due");
}
