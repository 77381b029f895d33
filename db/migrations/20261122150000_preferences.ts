import type { Knex } from "knex";

/** How each person likes the console. Without a row everything is as usual. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE host_user_preferences (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      language text CHECK (language IN ('ko', 'en')),
      colour_scheme text NOT NULL CHECK (colour_scheme IN ('auto', 'light', 'dark')),
      start_screen text CHECK (start_screen ~ '^[a-z][a-z-]{0,39}$'),
      table_density text NOT NULL CHECK (table_density IN ('comfortable', 'compact')),
      updated_at timestamptz NOT NULL
    )
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE host_user_preferences");
}
