import type { Knex } from "knex";

const accountActions = `'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove', 'number', 'request',
  'confirm', 'accept', 'endSessions', 'print', 'factorAdd', 'factorRemove', 'factorReset', 'factorRequest',
  'factorConfirm', 'recoveryCode', 'recoveryCodes'`;
const newActions = `'passkeyAdd', 'passkeyRemove'`;

/** Passkeys (WebAuthn): public keys of devices that sign a challenge, which is good once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
    COMMENT ON COLUMN passkeys.signs_in IS 'False from a reset of the password on: it only proves the second step then.';
    CREATE INDEX passkeys_host_user_id ON passkeys (host_user_id);

    CREATE TABLE passkey_challenges (
      challenge bytea PRIMARY KEY,
      purpose text NOT NULL CHECK (purpose IN ('add', 'step', 'signIn')),
      host_user_id integer REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      CHECK ((purpose = 'signIn') = (host_user_id IS NULL))
    );
    COMMENT ON TABLE passkey_challenges IS 'What a passkey has to sign; deleted with the first answer, right or wrong.';
    CREATE INDEX passkey_challenges_host_user_id ON passkey_challenges (host_user_id);

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
    DROP TABLE passkeys, passkey_challenges;
  `);
}
