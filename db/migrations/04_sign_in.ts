import type { Knex } from "knex";

/** Sessions, passwords, second factors, company sign-in. Tokens, codes and passwords are stored as hashes only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE password_history (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      password_hash text NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX password_history_host_user ON password_history (host_user_id, id DESC);

    -- Failed attempts by login id and source, so that attempts from elsewhere do not lock a user out.
    CREATE TABLE login_attempts (
      login_id text NOT NULL,
      source bytea NOT NULL,
      wrong integer NOT NULL,
      blocked_until timestamptz NOT NULL,
      PRIMARY KEY (login_id, source)
    );
    COMMENT ON COLUMN login_attempts.source IS 'keyed hash of the source';

    -- Company sign-in (OpenID Connect): accounts at the provider.
    CREATE TABLE company_identities (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      issuer text NOT NULL,
      subject text NOT NULL,
      host_user_id integer UNIQUE REFERENCES host_users ON DELETE CASCADE,
      login_name text NOT NULL,
      name text NOT NULL,
      is_by_admin boolean NOT NULL DEFAULT false,
      is_by_password boolean NOT NULL DEFAULT false,
      seen_at timestamptz NOT NULL,
      UNIQUE (issuer, subject)
    );
    COMMENT ON COLUMN company_identities.subject IS 'the provider''s permanent id of the account';
    COMMENT ON COLUMN company_identities.host_user_id IS 'null until an administrator links it';
    COMMENT ON COLUMN company_identities.is_by_password IS 'the user linked it, with their password or an invitation';

    -- For the provider's sign-out: deleting a row ends its sessions.
    CREATE TABLE company_logins (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      identity_id integer NOT NULL REFERENCES company_identities ON DELETE CASCADE,
      provider_session text,
      secret_cipher bytea NOT NULL,
      secret_key text NOT NULL,
      leave_hash bytea UNIQUE,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE company_logins IS 'sign-ins by the provider; deleting one ends its sessions';
    CREATE INDEX company_logins_identity_id ON company_logins (identity_id);
    CREATE INDEX company_logins_provider_session ON company_logins (provider_session);

    CREATE TABLE company_logouts (
      token_id text PRIMARY KEY,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE company_logouts IS 'logout tokens of the provider that were used; each is accepted once';

    CREATE TABLE sessions (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      token_hash bytea NOT NULL UNIQUE,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      company_login_id bigint REFERENCES company_logins ON DELETE CASCADE,
      address text NOT NULL DEFAULT '',
      user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
      desk_link bytea CHECK (length(desk_link) = 32),
      created_at timestamptz NOT NULL,
      active_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON COLUMN sessions.address IS 'client address of the sign-in; empty in older sessions';
    COMMENT ON COLUMN sessions.desk_link IS 'of a screen that a visitor uses: the session is suspended until they agree by this link';
    CREATE INDEX sessions_host_user ON sessions (host_user_id);
    CREATE INDEX sessions_company_login_id ON sessions (company_login_id) WHERE company_login_id IS NOT NULL;
    CREATE INDEX sessions_desk_link ON sessions (desk_link) WHERE desk_link IS NOT NULL;
    CREATE INDEX sessions_expires ON sessions (expires_at);

    -- Linking one's own company account belongs to the session that began it, and ends with it; or to an invitation.
    CREATE TABLE company_sign_ins (
      state_hash bytea PRIMARY KEY,
      browser_hash bytea NOT NULL,
      back text NOT NULL,
      host_user_id integer REFERENCES host_users ON DELETE CASCADE,
      session_id bigint REFERENCES sessions ON DELETE CASCADE,
      invitation_hash bytea CHECK (length(invitation_hash) = 32),
      expires_at timestamptz NOT NULL,
      CONSTRAINT company_sign_ins_link_check
        CHECK (num_nonnulls(host_user_id) = num_nonnulls(session_id, invitation_hash))
    );
    COMMENT ON TABLE company_sign_ins IS 'sign-ins at the provider in progress; deleted with the first return';
    COMMENT ON COLUMN company_sign_ins.host_user_id IS 'user who links their company account by a session or an invitation; null for a sign-in';
    CREATE INDEX company_sign_ins_host_user_id ON company_sign_ins (host_user_id) WHERE host_user_id IS NOT NULL;
    CREATE INDEX company_sign_ins_session_id ON company_sign_ins (session_id) WHERE session_id IS NOT NULL;

    -- Hand-over of a browser's sign-in to the desktop app: valid once, for a minute, for the app that requested it.
    -- The app's session ends when the browser's would have.
    CREATE TABLE app_codes (
      code_hash bytea PRIMARY KEY,
      challenge bytea NOT NULL CHECK (length(challenge) = 32),
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      company_login_id bigint REFERENCES company_logins ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      session_expires_at timestamptz NOT NULL DEFAULT now() + interval '12 hours'
    );
    COMMENT ON COLUMN app_codes.challenge IS 'hash of the app''s verifier';
    COMMENT ON COLUMN app_codes.session_expires_at IS
      'Of the browser''s session. The default is for a process of the version before.';
    CREATE INDEX app_codes_host_user_id ON app_codes (host_user_id);
    CREATE INDEX app_codes_company_login_id ON app_codes (company_login_id) WHERE company_login_id IS NOT NULL;

    -- Second factors. Secrets are encrypted like phone numbers, with the id of their key.
    CREATE TABLE pending_sign_ins (
      token_hash bytea PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      company_login_id bigint REFERENCES company_logins ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE pending_sign_ins IS 'sign-ins with a correct password that still need the second factor';
    CREATE INDEX pending_sign_ins_host_user_id ON pending_sign_ins (host_user_id);
    CREATE INDEX pending_sign_ins_company_login_id ON pending_sign_ins (company_login_id)
      WHERE company_login_id IS NOT NULL;

    CREATE TABLE totp_secrets (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      secret_cipher bytea NOT NULL,
      secret_key text NOT NULL,
      last_step integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      confirmed_at timestamptz
    );
    COMMENT ON COLUMN totp_secrets.last_step IS 'time step of the last accepted code; each code is accepted once';
    COMMENT ON COLUMN totp_secrets.confirmed_at IS 'null during set-up';
    CREATE UNIQUE INDEX totp_secrets_confirmed ON totp_secrets (host_user_id) WHERE confirmed_at IS NOT NULL;
    CREATE UNIQUE INDEX totp_secrets_new ON totp_secrets (host_user_id) WHERE confirmed_at IS NULL;

    CREATE TABLE recovery_codes (
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      salt bytea NOT NULL CHECK (length(salt) >= 16),
      PRIMARY KEY (host_user_id, code_hash)
    );

    CREATE TABLE remembered_devices (
      token_hash bytea PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE remembered_devices IS 'devices that skip the second factor for a while';
    CREATE INDEX remembered_devices_host_user_id ON remembered_devices (host_user_id);

    CREATE TABLE factor_reset_requests (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      requested_by integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      CHECK (requested_by <> host_user_id)
    );
    COMMENT ON TABLE factor_reset_requests IS 'resets of a second factor that a second administrator has to confirm';
    CREATE INDEX factor_reset_requests_requested_by ON factor_reset_requests (requested_by);

    -- Passkeys (WebAuthn): public keys of authenticators that sign a challenge, which is valid once.
    CREATE TABLE passkeys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      credential_id bytea NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL CHECK (name <> '' AND length(name) <= 50),
      signs_in boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL,
      used_at timestamptz
    );
    COMMENT ON COLUMN passkeys.signs_in IS 'false after a reset of the password: it then only proves the second step';
    CREATE INDEX passkeys_host_user_id ON passkeys (host_user_id);

    CREATE TABLE passkey_challenges (
      challenge bytea PRIMARY KEY,
      purpose text NOT NULL CHECK (purpose IN ('add', 'step', 'signIn')),
      host_user_id integer REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      CHECK ((purpose = 'signIn') = (host_user_id IS NULL))
    );
    COMMENT ON TABLE passkey_challenges IS 'challenges for passkeys; deleted with the first answer, right or wrong';
    CREATE INDEX passkey_challenges_host_user_id ON passkey_challenges (host_user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE passkey_challenges, passkeys, factor_reset_requests, remembered_devices, recovery_codes, totp_secrets,
      pending_sign_ins, app_codes, company_sign_ins, sessions, company_logouts, company_logins, company_identities,
      login_attempts, password_history;
  `);
}
