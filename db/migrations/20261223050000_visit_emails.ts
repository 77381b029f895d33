import type { Knex } from "knex";

/**
 * Visitors' addresses of e-mail (docs/decisions/messages/visitor-e-mail.md), sealed as mobile numbers are. In a table of their
 * own: few visits have one, and nothing that is written or read of the others grows by it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE visit_emails (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      visit_id integer NOT NULL UNIQUE REFERENCES visits ON DELETE CASCADE,
      cell_cipher bytea NOT NULL,
      cell_key text NOT NULL,
      cell_hash bytea NOT NULL,
      cell_last_four_hash bytea NOT NULL,
      cell_hash_key text NOT NULL,
      bounced_at timestamptz,
      channel text CHECK (channel IN ('sms', 'email', 'both')),
      invitations integer NOT NULL DEFAULT 0 CHECK (invitations >= 0)
    );
    CREATE INDEX visit_emails_hash ON visit_emails (cell_hash);
    COMMENT ON COLUMN visit_emails.cell_cipher IS 'the address; named as the columns of numbers, which are rotated by the same code';
    COMMENT ON COLUMN visit_emails.bounced_at IS
      'since then a mail server has said that there is nobody at the address; it gets no e-mail until it is changed';
    COMMENT ON COLUMN visit_emails.channel IS 'as the visitor chose by the link; null where nothing was chosen';
    COMMENT ON COLUMN visit_emails.invitations IS
      'calendar invitations and cancellations that were queued: the next one''s SEQUENCE';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE visit_emails");
}
