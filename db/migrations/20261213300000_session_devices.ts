import type { Knex } from "knex";

const accountActions = `'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove', 'number', 'request',
  'confirm', 'accept'`;

/** From where and on what somebody signed in, so that they know their sessions and end what is not theirs. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sessions
      ADD COLUMN address text NOT NULL DEFAULT '',
      ADD COLUMN user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300);
    COMMENT ON COLUMN sessions.address IS 'From where they signed in; empty in sessions of before.';

    ALTER TABLE account_logs
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}, 'endSessions'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE account_logs DISABLE TRIGGER account_logs_append_only;
    DELETE FROM account_logs WHERE action = 'endSessions';
    ALTER TABLE account_logs ENABLE TRIGGER account_logs_append_only;
    ALTER TABLE account_logs
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}));

    ALTER TABLE sessions DROP COLUMN address, DROP COLUMN user_agent;
  `);
}
