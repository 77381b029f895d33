import type { Knex } from "knex";

/** Who is signed in, earlier passwords, and wrong tries. Tokens and passwords are kept as hashes only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE sessions (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      token_hash bytea NOT NULL UNIQUE,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      active_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX sessions_host_user ON sessions (host_user_id);
    CREATE INDEX sessions_expires ON sessions (expires_at);

    CREATE TABLE earlier_passwords (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      password_hash text NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX earlier_passwords_host_user ON earlier_passwords (host_user_id, id DESC);

    CREATE TABLE sign_in_tries (
      login_id text PRIMARY KEY,
      wrong integer NOT NULL,
      blocked_until timestamptz NOT NULL
    );

    ALTER TABLE configuration ADD COLUMN idle_minutes jsonb NOT NULL
      DEFAULT '{"host": 30, "desk": 30, "admin": 30, "privacy": 30}';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE configuration DROP COLUMN idle_minutes;
    DROP TABLE sign_in_tries, earlier_passwords, sessions;
  `);
}
