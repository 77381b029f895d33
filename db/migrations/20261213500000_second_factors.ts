import type { Knex } from "knex";

const accountActions = `'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove', 'number', 'request',
  'confirm', 'accept', 'endSessions', 'print'`;
const newActions = `'factorAdd', 'factorRemove', 'factorReset', 'factorRequest', 'factorConfirm', 'recoveryCode',
  'recoveryCodes'`;

/**
 * A second factor beside the password. Secrets are sealed like numbers, with the name of their key; codes and devices
 * are kept as hashes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE totp_secrets (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      secret_cipher bytea NOT NULL,
      secret_key text NOT NULL,
      last_step integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      confirmed_at timestamptz
    );
    COMMENT ON COLUMN totp_secrets.last_step IS 'The half minute of the last code that was taken: no code is taken twice.';
    COMMENT ON COLUMN totp_secrets.confirmed_at IS 'Null while it is being set up.';
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
    COMMENT ON TABLE remembered_devices IS 'Where somebody signs in without the second factor for a while.';
    CREATE INDEX remembered_devices_host_user_id ON remembered_devices (host_user_id);

    CREATE TABLE pending_sign_ins (
      token_hash bytea PRIMARY KEY,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE pending_sign_ins IS 'Who gave the right password and still has to prove the second factor.';
    CREATE INDEX pending_sign_ins_host_user_id ON pending_sign_ins (host_user_id);

    CREATE TABLE factor_reset_requests (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      requested_by integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      CHECK (requested_by <> host_user_id)
    );
    COMMENT ON TABLE factor_reset_requests IS 'Resets of a second factor that a second administrator has to confirm.';
    CREATE INDEX factor_reset_requests_requested_by ON factor_reset_requests (requested_by);

    ALTER TABLE configuration
      ADD COLUMN second_factor_roles text[] NOT NULL DEFAULT '{}'
        CHECK (second_factor_roles <@ ARRAY['host', 'desk', 'admin', 'privacy']),
      ADD COLUMN company_addresses text[] NOT NULL DEFAULT '{}';
    COMMENT ON COLUMN configuration.company_addresses IS
      'From elsewhere everybody needs a second factor; empty where addresses do not matter.';

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

    ALTER TABLE configuration DROP COLUMN second_factor_roles, DROP COLUMN company_addresses;
    DROP TABLE totp_secrets, recovery_codes, remembered_devices, pending_sign_ins, factor_reset_requests;
  `);
}
