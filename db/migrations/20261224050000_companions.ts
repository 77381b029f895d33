import type { Knex } from "knex";

/** Whether a request of the public form may name companions (docs/decisions/public-site/companions.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE configuration ADD COLUMN companions boolean NOT NULL DEFAULT false");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE configuration DROP COLUMN companions");
}
