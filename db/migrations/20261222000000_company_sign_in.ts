import type { Knex } from "knex";

const accountActions = `'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove', 'number', 'request',
  'confirm', 'accept', 'endSessions', 'print', 'factorAdd', 'factorRemove', 'factorReset', 'factorRequest',
  'factorConfirm', 'recoveryCode', 'recoveryCodes', 'passkeyAdd', 'passkeyRemove'`;
const newActions = `'companyLink', 'companyUnlink'`;

/**
 * Company sign-in (OpenID Connect): who somebody is at the provider, sign-ins on their way there and back, and what the
 * provider's sign-out has to find again. What ends a sign-in at the provider ends its sessions here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE company_identities (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      issuer text NOT NULL,
      subject text NOT NULL,
      host_user_id integer UNIQUE REFERENCES host_users ON DELETE CASCADE,
      login_name text NOT NULL,
      name text NOT NULL,
      is_by_admin boolean NOT NULL DEFAULT false,
      seen_at timestamptz NOT NULL,
      UNIQUE (issuer, subject)
    );
    COMMENT ON COLUMN company_identities.subject IS 'The provider''s own name of the person, which never goes to somebody else.';
    COMMENT ON COLUMN company_identities.host_user_id IS 'Null while an administrator has not said whose it is.';

    CREATE TABLE company_sign_ins (
      state_hash bytea PRIMARY KEY,
      browser_hash bytea NOT NULL,
      back text NOT NULL,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE company_sign_ins IS 'Who was sent to the provider; deleted with the first return.';

    CREATE TABLE company_logins (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      identity_id integer NOT NULL REFERENCES company_identities ON DELETE CASCADE,
      provider_session text,
      secret_cipher bytea NOT NULL,
      secret_key text NOT NULL,
      leave_hash bytea UNIQUE,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE company_logins IS 'Sign-ins that the provider vouched for; what ends one ends its sessions.';
    CREATE INDEX company_logins_identity_id ON company_logins (identity_id);
    CREATE INDEX company_logins_provider_session ON company_logins (provider_session);

    CREATE TABLE company_logouts (
      token_id text PRIMARY KEY,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE company_logouts IS 'Logout tokens of the provider that were taken: none is taken twice.';

    ALTER TABLE sessions ADD COLUMN company_login_id bigint REFERENCES company_logins ON DELETE CASCADE;
    CREATE INDEX sessions_company_login_id ON sessions (company_login_id) WHERE company_login_id IS NOT NULL;
    ALTER TABLE pending_sign_ins ADD COLUMN company_login_id bigint REFERENCES company_logins ON DELETE CASCADE;
    CREATE INDEX pending_sign_ins_company_login_id ON pending_sign_ins (company_login_id)
      WHERE company_login_id IS NOT NULL;

    ALTER TABLE host_users ADD COLUMN is_password_kept boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN host_users.is_password_kept IS
      'True from admin:invite until the next company sign-in: the password is taken whatever the role.';

    ALTER TABLE account_logs
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}, ${newActions}));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE account_logs DISABLE TRIGGER account_logs_append_only;
    DELETE FROM account_logs WHERE action IN (${newActions});
    ALTER TABLE account_logs ENABLE TRIGGER account_logs_append_only;
    ALTER TABLE account_logs
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}));
    ALTER TABLE host_users DROP COLUMN is_password_kept;
    ALTER TABLE sessions DROP COLUMN company_login_id;
    ALTER TABLE pending_sign_ins DROP COLUMN company_login_id;
    DROP TABLE company_logouts, company_logins, company_sign_ins, company_identities;
  `);
}
