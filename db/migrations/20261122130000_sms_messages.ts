import type { Knex } from "knex";

/**
 * Messages to visitors and to hosts, written with what caused them and delivered by a job (docs/behaviour.md,
 * "Messages"). The number is sealed as a visit's is, bound to `ref`. A row that was erased keeps what was done, and
 * no person: no text, name, number or values; it is not sent any more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE sms_messages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ref text NOT NULL UNIQUE CHECK (ref <> ''),
      visit_id integer REFERENCES visits ON DELETE RESTRICT,
      host_user_id integer REFERENCES host_users ON DELETE RESTRICT,
      to_name text NOT NULL DEFAULT '' CHECK (length(to_name) <= 100),
      cell_cipher bytea,
      cell_key text,
      cell_hash bytea,
      cell_last_four_hash bytea,
      cell_hash_key text,
      kind text NOT NULL CHECK (kind IN ('sms', 'lms', 'alimtalk')),
      event text NOT NULL CHECK
        (event IN ('apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'manual', 'lookupCode')),
      text text NOT NULL,
      variables jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(variables) = 'object'),
      lang text NOT NULL CHECK (lang IN ('ko', 'en')),
      status text NOT NULL DEFAULT 'queued' CHECK
        (status IN ('queued', 'sending', 'sent', 'kept', 'failed', 'unknown', 'withdrawn')),
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      most_attempts integer NOT NULL DEFAULT 6 CHECK (most_attempts >= 1),
      next_attempt_at timestamptz,
      leased_until timestamptz,
      error text NOT NULL DEFAULT '',
      provider text NOT NULL DEFAULT '',
      provider_message_id text NOT NULL DEFAULT '',
      sent_by integer REFERENCES host_users ON DELETE RESTRICT,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      sent_at timestamptz,
      erased_at timestamptz,
      CHECK (num_nulls(cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key) IN (0, 5)),
      CHECK ((status = 'queued') = (next_attempt_at IS NOT NULL)),
      CHECK ((status = 'sending') = (leased_until IS NOT NULL)),
      CHECK (status <> 'sent' OR sent_at IS NOT NULL),
      CHECK ((event = 'manual') = (sent_by IS NOT NULL)),
      CHECK (erased_at IS NOT NULL OR (text <> '' AND cell_cipher IS NOT NULL)),
      CHECK (erased_at IS NULL OR (text = '' AND to_name = '' AND cell_cipher IS NULL AND variables = '{}'
        AND status <> 'queued'))
    );
    COMMENT ON COLUMN sms_messages.ref IS 'what the sealed number is bound to';
    COMMENT ON COLUMN sms_messages.host_user_id IS 'the host it is for; null where it is for the visitor';
    COMMENT ON COLUMN sms_messages.variables IS 'what the text was filled with, for providers that fill a template of their own';
    COMMENT ON COLUMN sms_messages.leased_until IS 'a sender that has not said by then how it went leaves unknown behind';
    COMMENT ON COLUMN sms_messages.sent_by IS 'who wrote it by hand';

    CREATE INDEX sms_messages_due ON sms_messages (next_attempt_at, id) WHERE status = 'queued';
    CREATE INDEX sms_messages_leased ON sms_messages (leased_until) WHERE status = 'sending';
    CREATE INDEX sms_messages_created ON sms_messages (created_at DESC, id DESC);
    CREATE INDEX sms_messages_visit ON sms_messages (visit_id, created_at DESC);
    CREATE INDEX sms_messages_number ON sms_messages (cell_hash);
    CREATE INDEX sms_messages_last_four ON sms_messages (cell_last_four_hash);
    CREATE INDEX sms_messages_name ON sms_messages USING gin (search_pairs(to_name));
    CREATE INDEX sms_messages_host_user ON sms_messages (host_user_id) WHERE host_user_id IS NOT NULL;
    CREATE INDEX sms_messages_sent_by ON sms_messages (sent_by) WHERE sent_by IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE sms_messages");
}
