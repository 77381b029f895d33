import type { Knex } from "knex";

/**
 * E-mail beside SMS (docs/decisions/messages/e-mail.md): messages of a kind of their own in the same outbox, addresses that
 * came back, and by which way somebody of the staff is written to.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_kind_check,
      ADD CONSTRAINT sms_messages_kind_check CHECK (kind IN ('sms', 'lms', 'alimtalk', 'email'));
    COMMENT ON COLUMN sms_messages.cell_cipher IS 'the number that it goes to; of an e-mail the address';
    ALTER TABLE host_users ADD COLUMN email_bounced_at timestamptz;
    COMMENT ON COLUMN host_users.email_bounced_at IS
      'since then a mail server has said that there is nobody at the address; it gets no e-mail until it is changed';
    ALTER TABLE host_user_preferences ADD COLUMN message_channel text NOT NULL DEFAULT 'sms'
      CHECK (message_channel IN ('sms', 'email', 'both'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE host_user_preferences DROP COLUMN message_channel;
    ALTER TABLE host_users DROP COLUMN email_bounced_at;
    COMMENT ON COLUMN sms_messages.cell_cipher IS NULL;
    DELETE FROM sms_messages WHERE kind = 'email';
    ALTER TABLE sms_messages
      DROP CONSTRAINT sms_messages_kind_check,
      ADD CONSTRAINT sms_messages_kind_check CHECK (kind IN ('sms', 'lms', 'alimtalk'));
  `);
}
