import type { Knex } from "knex";

/** Whether a rejected visitor may read the reason; earlier rejections stay as they were: only staff read it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE visits ADD COLUMN reason_shown boolean NOT NULL DEFAULT false");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE visits DROP COLUMN reason_shown");
}
