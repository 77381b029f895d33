import type { Knex } from "knex";

/** Which groups of the console's navigation somebody keeps open; NULL leaves it to their role. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE host_user_preferences
      ADD COLUMN open_groups text[] CHECK (open_groups <@ ARRAY['administration', 'privacy'])
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE host_user_preferences DROP COLUMN open_groups");
}
