import type { Knex } from "knex";

/** Whether somebody hears what became of a scan. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE host_user_preferences ADD COLUMN scan_sound boolean NOT NULL DEFAULT false");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE host_user_preferences DROP COLUMN scan_sound");
}
