import type { Knex } from "knex";

/** Whether a request asks for a code that comes by SMS first; a new site does not ask. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE configuration ADD COLUMN submit_code boolean NOT NULL DEFAULT false");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE configuration DROP COLUMN submit_code");
}
