import type { Knex } from "knex";

/** Views of the console's lists: whose they are, and with which a list opens for whom. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE saved_views (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      list text NOT NULL CHECK (list ~ '^[a-z][A-Za-z]{0,39}$'),
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
      shared boolean NOT NULL DEFAULT false,
      state jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE UNIQUE INDEX saved_views_name ON saved_views (host_user_id, list, lower(name));
    CREATE INDEX saved_views_shared ON saved_views (list) WHERE shared;
    CREATE TABLE default_views (
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      list text NOT NULL,
      saved_view_id integer NOT NULL REFERENCES saved_views ON DELETE CASCADE,
      PRIMARY KEY (host_user_id, list)
    );
    CREATE INDEX default_views_view ON default_views (saved_view_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE default_views;
    DROP TABLE saved_views;
  `);
}
