import type { Knex } from "knex";

const accountActions = "'add', 'role', 'unlock', 'reset', 'invite', 'resign', 'join', 'remove'";
const newActions = "'number', 'request', 'confirm', 'accept'";
const messageEvents = `'apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'remind', 'remindHost', 'manual',
  'lookupCode', 'applyMany'`;
const newEvents = "'account', 'invitation'";

/**
 * Accounts of administrators and privacy officers are not in one administrator's hands: their links go by message or
 * are confirmed by a second administrator, and the account log says from where a link was used.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE account_logs
      ADD COLUMN address text,
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}, ${newActions}));
    COMMENT ON COLUMN account_logs.address IS 'From where an invitation was accepted.';

    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${messageEvents}, ${newEvents}));

    CREATE TABLE reset_requests (
      host_user_id integer PRIMARY KEY REFERENCES host_users ON DELETE CASCADE,
      requested_by integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      CHECK (requested_by <> host_user_id)
    );
    COMMENT ON TABLE reset_requests IS 'Links that a second administrator has to confirm.';
    CREATE INDEX reset_requests_requested_by ON reset_requests (requested_by);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE reset_requests;

    DELETE FROM sms_messages WHERE event IN (${newEvents});
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${messageEvents}));

    ALTER TABLE account_logs DISABLE TRIGGER account_logs_append_only;
    DELETE FROM account_logs WHERE action IN (${newActions});
    ALTER TABLE account_logs ENABLE TRIGGER account_logs_append_only;
    ALTER TABLE account_logs
      DROP COLUMN address,
      DROP CONSTRAINT account_logs_action_check,
      ADD CONSTRAINT account_logs_action_check CHECK (action IN (${accountActions}));
  `);
}
