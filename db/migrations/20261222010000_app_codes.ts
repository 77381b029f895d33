import type { Knex } from "knex";

/** What a sign-in in the browser hands to the desktop app: good once, for a minute, and for the app that asked for it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app_codes (
      code_hash bytea PRIMARY KEY,
      challenge bytea NOT NULL CHECK (length(challenge) = 32),
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      company_login_id bigint REFERENCES company_logins ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON COLUMN app_codes.challenge IS 'The hash of what only the app knows.';
    CREATE INDEX app_codes_host_user_id ON app_codes (host_user_id);
    CREATE INDEX app_codes_company_login_id ON app_codes (company_login_id) WHERE company_login_id IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE app_codes");
}
