import type { Knex } from "knex";

/**
 * Messages that another system sends say by which key (docs/decisions/server/api-keys.md); until now the table wanted a person, and
 * refused them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sms_messages
      ADD COLUMN sent_by_key integer REFERENCES api_keys ON DELETE RESTRICT,
      DROP CONSTRAINT sms_messages_check4,
      ADD CONSTRAINT sms_messages_sender CHECK (num_nonnulls(sent_by, sent_by_key) = (event = 'manual')::integer);
    CREATE INDEX sms_messages_sent_by_key ON sms_messages (sent_by_key) WHERE sent_by_key IS NOT NULL;
  `);
}

/** What keys wrote becomes what those who made them wrote. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sms_messages DROP CONSTRAINT sms_messages_sender;
    UPDATE sms_messages m SET sent_by = k.created_by FROM api_keys k WHERE k.id = m.sent_by_key;
    ALTER TABLE sms_messages
      DROP COLUMN sent_by_key,
      ADD CONSTRAINT sms_messages_check4 CHECK ((event = 'manual') = (sent_by IS NOT NULL));
  `);
}
