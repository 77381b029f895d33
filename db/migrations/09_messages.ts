import type { Knex } from "knex";

/**
 * Messages to visitors and staff: an outbox, written in the transaction of their cause and delivered by a job
 * (docs/behaviour.md, "Messages").
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- SMS and e-mail. The recipient is encrypted like a visit's number, with the column ref as associated data.
    -- Erased messages stay for counts, without personal data. Lists in checks are constants as in visits
    -- (06_visits.ts).
    CREATE TABLE messages (
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
      kind text NOT NULL CHECK (kind = ANY ('{sms,lms,alimtalk,email}')),
      event text NOT NULL CHECK (event = ANY (
        '{apply,approve,reject,cancel,change,undo,remind,remindHost,arriveHost,cancelHost,changeHost,overstayHost,dayBefore,applyDeputy,applyDesk,noticeMany,manual,lookupCode,applyMany,account,invitation,formerAddress}')),
      text text NOT NULL,
      variables jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(variables) = 'object'),
      lang text NOT NULL CHECK (lang = ANY ('{ko,en}')),
      status text NOT NULL DEFAULT 'queued' CHECK
        (status = ANY ('{queued,sending,sent,kept,failed,unknown,withdrawn}')),
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      max_attempts integer NOT NULL DEFAULT 6 CHECK (max_attempts >= 1),
      next_attempt_at timestamptz,
      leased_until timestamptz,
      error text NOT NULL DEFAULT '',
      provider text NOT NULL DEFAULT '',
      provider_message_id text NOT NULL DEFAULT '',
      sent_by integer REFERENCES host_users ON DELETE RESTRICT,
      sent_by_key integer REFERENCES api_keys ON DELETE RESTRICT,
      is_public boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      sent_at timestamptz,
      erased_at timestamptz,
      CHECK (num_nulls(cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key) = ANY ('{0,5}')),
      CHECK ((status = 'queued') = (next_attempt_at IS NOT NULL)),
      CHECK ((status = 'sending') = (leased_until IS NOT NULL)),
      CHECK (status <> 'sent' OR sent_at IS NOT NULL),
      CONSTRAINT messages_sender CHECK (num_nonnulls(sent_by, sent_by_key) = (event = 'manual')::integer),
      CHECK (erased_at IS NOT NULL OR (text <> '' AND cell_cipher IS NOT NULL)),
      CHECK (erased_at IS NULL OR (text = '' AND to_name = '' AND cell_cipher IS NULL AND variables = '{}'
        AND status <> 'queued'))
    ) WITH (
      autovacuum_vacuum_max_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.02, vacuum_index_cleanup = on
    );
    COMMENT ON COLUMN messages.ref IS 'associated data of the encrypted recipient';
    COMMENT ON COLUMN messages.host_user_id IS 'recipient; null for the visitor';
    COMMENT ON COLUMN messages.cell_cipher IS 'the recipient''s number; of an e-mail the address';
    COMMENT ON COLUMN messages.variables IS 'values of the placeholders, for providers with templates of their own';
    COMMENT ON COLUMN messages.leased_until IS 'without a result by then the status becomes unknown';
    COMMENT ON COLUMN messages.is_public IS 'a visitor of the public site caused it';
    COMMENT ON COLUMN messages.sent_by IS 'author of a message by hand';
    CREATE INDEX messages_due ON messages (next_attempt_at, id) WHERE status = 'queued';
    CREATE INDEX messages_leased ON messages (leased_until) WHERE status = 'sending';
    -- In the order of the lists. visit_id is included because a hidden visit hides its messages.
    CREATE INDEX messages_created ON messages (created_at, id) INCLUDE (visit_id);
    CREATE INDEX messages_status ON messages (status, created_at, id) INCLUDE (visit_id);
    CREATE INDEX messages_event ON messages (event, created_at, id) INCLUDE (visit_id);
    -- Erased messages are never deleted: these indexes leave them out.
    CREATE INDEX messages_visit ON messages (visit_id, created_at DESC) WHERE visit_id IS NOT NULL;
    CREATE INDEX messages_number ON messages (cell_hash) WHERE cell_hash IS NOT NULL;
    CREATE INDEX messages_last_four ON messages (cell_last_four_hash) WHERE cell_last_four_hash IS NOT NULL;
    CREATE INDEX messages_name ON messages
      USING gin (search_pairs(to_name)) WITH (fastupdate = off) WHERE to_name <> '';
    -- For messages that are erased by their own age, and codes, which last minutes.
    CREATE INDEX messages_bare ON messages (created_at) WHERE visit_id IS NULL AND erased_at IS NULL;
    CREATE INDEX messages_lookup_codes ON messages (created_at) WHERE event = 'lookupCode';
    CREATE INDEX messages_host_user ON messages (host_user_id) WHERE host_user_id IS NOT NULL;
    CREATE INDEX messages_sent_by ON messages (sent_by) WHERE sent_by IS NOT NULL;
    CREATE INDEX messages_sent_by_key ON messages (sent_by_key) WHERE sent_by_key IS NOT NULL;

    -- The site's changes of the message templates. Without a row the default applies.
    CREATE TABLE sms_templates (
      event text PRIMARY KEY CHECK (event IN (
        'apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'remind', 'remindHost', 'arriveHost', 'cancelHost',
        'changeHost', 'overstayHost', 'dayBefore', 'applyDeputy', 'applyDesk')),
      enabled boolean NOT NULL DEFAULT true,
      text text NOT NULL DEFAULT '',
      en_text text NOT NULL DEFAULT '',
      updated_at timestamptz NOT NULL
    );
    COMMENT ON COLUMN sms_templates.text IS 'empty for the default text';
    CREATE TRIGGER sms_templates_recorded AFTER INSERT OR UPDATE OR DELETE ON sms_templates
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    CREATE CONSTRAINT TRIGGER sms_templates_version AFTER INSERT OR UPDATE OR DELETE ON sms_templates
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER sms_templates_version_emptied AFTER TRUNCATE ON sms_templates
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();

    -- Notices that a job sends at a given time (docs/decisions/messages/notices.md).
    CREATE TABLE visit_notices (
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      event text NOT NULL CHECK (event IN ('overstayHost', 'dayBefore', 'applyDeputy', 'applyDesk')),
      about timestamptz NOT NULL,
      PRIMARY KEY (visit_id, event)
    );
    COMMENT ON TABLE visit_notices IS 'notices that were sent about a visit, each once';
    COMMENT ON COLUMN visit_notices.about IS 'the end, start or request that the notice was about; another one is a new notice';

    -- Messages that the public site caused, per number, per host and in all; the counts survive a crash.
    CREATE TABLE message_counts (
      purpose text NOT NULL,
      key text NOT NULL,
      used integer NOT NULL CHECK (used >= 1),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (purpose, key)
    );
    COMMENT ON COLUMN message_counts.key IS 'keyed hash of a number, or the id of a host; empty for the whole site';
    CREATE INDEX message_counts_expires ON message_counts (expires_at);

    -- Codes that verify a number (docs/behaviour.md, "Lookup"): keyed hashes only, deleted minutes later.
    CREATE TABLE lookup_codes (
      number_hash bytea NOT NULL,
      code_hash bytea NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (number_hash, code_hash)
    );
    CREATE INDEX lookup_codes_expires ON lookup_codes (expires_at);

    -- Failed attempts count by address, so that attempts from elsewhere do not void a code.
    CREATE TABLE lookup_code_tries (
      number_hash bytea NOT NULL,
      address_hash bytea NOT NULL,
      wrong smallint NOT NULL CHECK (wrong >= 0),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (number_hash, address_hash)
    );
    COMMENT ON COLUMN lookup_code_tries.wrong IS 'failed attempts of an address over all codes of the number';
    CREATE INDEX lookup_code_tries_expires ON lookup_code_tries (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE lookup_code_tries, lookup_codes, message_counts, visit_notices, sms_templates, messages;
  `);
}
