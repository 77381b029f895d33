import type { Knex } from "knex";

/** What a site changed of the messages: switched off, or in words of its own. No row: as delivered. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE sms_templates (
      event text PRIMARY KEY CHECK (event IN ('apply', 'approve', 'reject', 'cancel', 'change', 'undo')),
      enabled boolean NOT NULL DEFAULT true,
      text text NOT NULL DEFAULT '',
      en_text text NOT NULL DEFAULT '',
      updated_at timestamptz NOT NULL
    );
    COMMENT ON COLUMN sms_templates.text IS 'empty for the words that the product brings';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE sms_templates");
}
