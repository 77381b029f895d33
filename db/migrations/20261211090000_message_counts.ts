import type { Knex } from "knex";

const events = `'apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'remind', 'remindHost', 'manual', 'lookupCode'`;

/**
 * How many messages strangers caused by the public site: to a number, and to a host. Counted in rows that outlive a
 * crash, in the transaction that writes the message. A host who gets no more of them gets one that says so.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE message_counts (
      purpose text NOT NULL,
      key text NOT NULL,
      used integer NOT NULL CHECK (used >= 1),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (purpose, key)
    );
    COMMENT ON COLUMN message_counts.key IS 'keyed hash of a number, or the id of a host';
    CREATE INDEX message_counts_expires ON message_counts (expires_at);

    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${events}, 'applyMany'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM sms_messages WHERE event = 'applyMany';
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_event_check,
      ADD CONSTRAINT sms_messages_event_check CHECK (event IN (${events}));
    DROP TABLE message_counts;
  `);
}
