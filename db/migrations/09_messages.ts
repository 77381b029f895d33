import type { Knex } from "knex";

/**
 * Messages to visitors and staff: an outbox, written in the transaction of what caused them and delivered by a job
 * (docs/behaviour.md, "Messages").
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- SMS and e-mail. The address is encrypted as a visit's number is, bound to the column ref. Erased messages stay without
    -- text, address, name and values, because they are counted. Lists in checks are constants as in visits (06_visits.ts).
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
    COMMENT ON COLUMN messages.ref IS 'what the sealed number is bound to';
    COMMENT ON COLUMN messages.host_user_id IS 'the host it is for; null where it is for the visitor';
    COMMENT ON COLUMN messages.cell_cipher IS 'the number that it goes to; of an e-mail the address';
    COMMENT ON COLUMN messages.variables IS 'what the text was filled with, for providers that fill a template of their own';
    COMMENT ON COLUMN messages.leased_until IS 'a sender that has not said by then how it went leaves unknown behind';
    COMMENT ON COLUMN messages.sent_by IS 'who wrote it by hand';
    CREATE INDEX messages_due ON messages (next_attempt_at, id) WHERE status = 'queued';
    CREATE INDEX messages_leased ON messages (leased_until) WHERE status = 'sending';
    -- In the order of the lists. visit_id is included because a hidden visit hides its messages.
    CREATE INDEX messages_created ON messages (created_at, id) INCLUDE (visit_id);
    CREATE INDEX messages_status ON messages (status, created_at, id) INCLUDE (visit_id);
    CREATE INDEX messages_event ON messages (event, created_at, id) INCLUDE (visit_id);
    -- Erased messages are the one table that grows for good: these indexes leave them out.
    CREATE INDEX messages_visit ON messages (visit_id, created_at DESC) WHERE visit_id IS NOT NULL;
    CREATE INDEX messages_number ON messages (cell_hash) WHERE cell_hash IS NOT NULL;
    CREATE INDEX messages_last_four ON messages (cell_last_four_hash) WHERE cell_last_four_hash IS NOT NULL;
    CREATE INDEX messages_name ON messages
      USING gin (search_pairs(to_name)) WITH (fastupdate = off) WHERE to_name <> '';
    -- What is erased by its own age, and codes, which are thrown away by the minute.
    CREATE INDEX messages_bare ON messages (created_at) WHERE visit_id IS NULL AND erased_at IS NULL;
    CREATE INDEX messages_lookup_codes ON messages (created_at) WHERE event = 'lookupCode';
    CREATE INDEX messages_host_user ON messages (host_user_id) WHERE host_user_id IS NOT NULL;
    CREATE INDEX messages_sent_by ON messages (sent_by) WHERE sent_by IS NOT NULL;
    CREATE INDEX messages_sent_by_key ON messages (sent_by_key) WHERE sent_by_key IS NOT NULL;

    -- What a site changed of the messages. No row: as delivered.
    CREATE TABLE sms_templates (
      event text PRIMARY KEY CHECK (event IN (
        'apply', 'approve', 'reject', 'cancel', 'change', 'undo', 'remind', 'remindHost', 'arriveHost', 'cancelHost',
        'changeHost', 'overstayHost', 'dayBefore', 'applyDeputy', 'applyDesk')),
      enabled boolean NOT NULL DEFAULT true,
      text text NOT NULL DEFAULT '',
      en_text text NOT NULL DEFAULT '',
      updated_at timestamptz NOT NULL
    );
    COMMENT ON COLUMN sms_templates.text IS 'empty for the words that the product brings';
    CREATE TRIGGER sms_templates_recorded AFTER INSERT OR UPDATE OR DELETE ON sms_templates
      FOR EACH ROW EXECUTE FUNCTION record_change('{}');
    CREATE CONSTRAINT TRIGGER sms_templates_version AFTER INSERT OR UPDATE OR DELETE ON sms_templates
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION renew_site_version();
    CREATE TRIGGER sms_templates_version_emptied AFTER TRUNCATE ON sms_templates
      FOR EACH STATEMENT EXECUTE FUNCTION renew_site_version();

    -- Notices that a job sends by the time (docs/decisions/messages/notices.md).
    CREATE TABLE visit_notices (
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      event text NOT NULL CHECK (event IN ('overstayHost', 'dayBefore', 'applyDeputy', 'applyDesk')),
      about timestamptz NOT NULL,
      PRIMARY KEY (visit_id, event)
    );
    COMMENT ON TABLE visit_notices IS 'What was told of a visit by the time, once';
    COMMENT ON COLUMN visit_notices.about IS 'the end, start or request that it was told of: another one is told anew';

    -- How many messages the public site caused to a number and to a host; in rows that outlive a crash.
    CREATE TABLE message_counts (
      purpose text NOT NULL,
      key text NOT NULL,
      used integer NOT NULL CHECK (used >= 1),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (purpose, key)
    );
    COMMENT ON COLUMN message_counts.key IS 'keyed hash of a number, or the id of a host';
    CREATE INDEX message_counts_expires ON message_counts (expires_at);

    -- Codes that prove a number (docs/behaviour.md, "Lookup"): keyed hashes only, gone minutes later.
    CREATE TABLE lookup_codes (
      number_hash bytea NOT NULL,
      code_hash bytea NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (number_hash, code_hash)
    );
    CREATE INDEX lookup_codes_expires ON lookup_codes (expires_at);

    -- Wrong tries count by address, so that a stranger's tries do not void a code.
    CREATE TABLE lookup_code_tries (
      number_hash bytea NOT NULL,
      address_hash bytea NOT NULL,
      wrong smallint NOT NULL CHECK (wrong >= 0),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (number_hash, address_hash)
    );
    COMMENT ON COLUMN lookup_code_tries.wrong IS 'wrong tries of an address over all codes of the number';
    CREATE INDEX lookup_code_tries_expires ON lookup_code_tries (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE lookup_code_tries, lookup_codes, message_counts, visit_notices, sms_templates, messages;
  `);
}
