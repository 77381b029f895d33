import type { Knex } from "knex";

/** Which passes changed hands by a step of a visit, so that the step can be taken back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE visit_logs ADD COLUMN pass_ids integer[] NOT NULL DEFAULT '{}'");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE visit_logs DROP COLUMN pass_ids");
}
