import type { Knex } from "knex";

/**
 * Invitations, by which people of a new or reset account choose their password: one a person, so that a newer
 * one takes the place of the older; used up, it is gone. Tokens are kept as hashes only.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE invitations (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
    );
    CREATE INDEX invitations_expires ON invitations (expires_at);

    ALTER TABLE host_users ADD COLUMN last_sign_in_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE host_users DROP COLUMN last_sign_in_at;
    DROP TABLE invitations;
  `);
}
