import type { Knex } from "knex";

/**
 * Visits, their log, consents, and links by which visitors and hosts reach a visit.
 * In tables with a new row for nearly every call, a list in a CHECK is one constant (= ANY ('{…}')): PostgreSQL parses
 * constraints for each writing statement, and builds an IN list from its elements.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A companion is a visit that references its leader. Phone numbers are encrypted, with keyed hashes for lookup by
    -- the whole number and by the last four digits; a companion may have none.
    CREATE TABLE visits (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      reserve_no text NOT NULL UNIQUE CHECK (reserve_no ~ '^[0-9]{6}-[0-9A-HJKMNP-TV-Z]{5}$'),
      leader_id integer REFERENCES visits ON DELETE RESTRICT CHECK (leader_id <> id),
      status_code text NOT NULL CHECK
        (status_code = ANY ('{applied,approved,rejected,cancelled,entered,exited,ended}')),
      ended_because text CHECK (ended_because = ANY ('{expired,noShow,done,closed}')),
      reason_shown boolean NOT NULL DEFAULT false,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      location_id integer,
      purpose_id integer NOT NULL,
      start_at timestamptz NOT NULL,
      end_at timestamptz NOT NULL,
      name text NOT NULL CHECK (name <> '' AND length(name) <= 50),
      company text NOT NULL DEFAULT '',
      position text NOT NULL DEFAULT '',
      phone text NOT NULL DEFAULT '',
      cell_cipher bytea,
      cell_key text,
      cell_hash bytea,
      cell_last_four_hash bytea,
      cell_hash_key text,
      car_number text NOT NULL DEFAULT '',
      note text NOT NULL DEFAULT '',
      guide text NOT NULL DEFAULT '',
      origin text NOT NULL CHECK (origin = ANY ('{public,console}')),
      lang text NOT NULL CHECK (lang = ANY ('{ko,en}')),
      entered_at timestamptz,
      entered_from text CHECK (entered_from = ANY ('{approved,exited}')),
      exited_at timestamptz,
      arrival_pending boolean NOT NULL DEFAULT false,
      overnight_at timestamptz,
      overnight_by integer REFERENCES host_users ON DELETE RESTRICT,
      destroy_on date NOT NULL,
      hidden_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      -- Constants that let the foreign keys below include the kind of a code (docs/decisions/server/tables.md).
      location_kind integer NOT NULL DEFAULT 9002 CHECK (location_kind = 9002),
      purpose_kind integer NOT NULL DEFAULT 9003 CHECK (purpose_kind = 9003),
      CONSTRAINT visits_location FOREIGN KEY (location_id, location_kind)
        REFERENCES user_codes (id, kind) ON DELETE RESTRICT,
      CONSTRAINT visits_purpose FOREIGN KEY (purpose_id, purpose_kind)
        REFERENCES user_codes (id, kind) ON DELETE RESTRICT,
      CHECK (end_at > start_at),
      CHECK ((status_code = 'ended') = (ended_because IS NOT NULL)),
      CHECK (num_nulls(cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key) = ANY ('{0,5}')),
      CHECK (status_code <> 'entered' OR (entered_at IS NOT NULL AND entered_from IS NOT NULL)),
      CONSTRAINT visits_overnight CHECK
        ((overnight_at IS NULL) = (overnight_by IS NULL) AND (overnight_at IS NULL OR status_code = 'entered')),
      CONSTRAINT visits_hidden_are_over
        CHECK (hidden_at IS NULL OR status_code <> ALL ('{applied,approved,entered}'))
    ) WITH (
      -- Index-only scans need vacuumed pages, and the newest visits change and are read the most: vacuum runs early,
      -- whatever the size of the table, and leaves no dead entries in the indexes.
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_max_threshold = 20000, vacuum_index_cleanup = on
    );
    COMMENT ON COLUMN visits.arrival_pending IS 'the host is not yet notified of the entry';
    COMMENT ON COLUMN visits.hidden_at IS 'since then only the trash shows the visit';

    -- Lists read one of these in order, without the table (docs/decisions/server/visit-lists.md); they show no hidden
    -- visits.
    CREATE INDEX visits_start ON visits (start_at, id) INCLUDE (end_at) WHERE hidden_at IS NULL;
    CREATE INDEX visits_status ON visits (status_code, start_at, id) INCLUDE (end_at) WHERE hidden_at IS NULL;
    CREATE INDEX visits_host ON visits (host_user_id, start_at, id) INCLUDE (end_at) WHERE hidden_at IS NULL;
    CREATE INDEX visits_location ON visits (location_id, start_at, id) INCLUDE (end_at) WHERE hidden_at IS NULL;
    CREATE INDEX visits_purpose ON visits (purpose_id, start_at, id) INCLUDE (end_at) WHERE hidden_at IS NULL;
    CREATE INDEX visits_open ON visits (host_user_id, end_at) WHERE status_code IN ('applied', 'approved');
    CREATE INDEX visits_leader ON visits (leader_id) WHERE leader_id IS NOT NULL;
    CREATE INDEX visits_cell_hash ON visits (cell_hash, created_at DESC);
    CREATE INDEX visits_last_four ON visits (cell_last_four_hash, start_at) WHERE cell_last_four_hash IS NOT NULL;
    -- For the nightly jobs that end and destroy, and for the trash.
    CREATE INDEX visits_due ON visits (end_at) WHERE status_code IN ('applied', 'approved', 'exited');
    CREATE INDEX visits_destroy ON visits (destroy_on, id);
    CREATE INDEX visits_hidden ON visits (destroy_on, id) WHERE hidden_at IS NOT NULL;

    CREATE TABLE visit_logs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      action text NOT NULL,
      from_code text,
      to_code text NOT NULL,
      actor_kind text NOT NULL CHECK (actor_kind = ANY ('{visitor,staff,job,key}')),
      actor_id integer REFERENCES host_users ON DELETE RESTRICT,
      on_behalf_of_id integer REFERENCES host_users ON DELETE RESTRICT,
      api_key_id integer REFERENCES api_keys ON DELETE RESTRICT,
      by_link boolean NOT NULL DEFAULT false,
      note text NOT NULL DEFAULT '',
      pass_no text NOT NULL DEFAULT '',
      pass_ids integer[] NOT NULL DEFAULT '{}',
      at timestamptz NOT NULL,
      effective_at timestamptz,
      CONSTRAINT visit_logs_action CHECK (action = ANY (
        '{apply,reserve,approve,reject,undo,cancel,issue,recovery,revert,close,end,edit,lost,found,hide,restore,overnight,overnightEnd,agree,handOver,told}')),
      CONSTRAINT visit_logs_from_code CHECK
        (from_code = ANY ('{applied,approved,rejected,cancelled,entered,exited,ended}')),
      CONSTRAINT visit_logs_to_code CHECK
        (to_code = ANY ('{applied,approved,rejected,cancelled,entered,exited,ended}')),
      CONSTRAINT visit_logs_begins CHECK ((from_code IS NULL) = (action = ANY ('{apply,reserve}'))),
      CHECK ((actor_kind = 'staff') = (actor_id IS NOT NULL)),
      CONSTRAINT visit_logs_api_key CHECK ((actor_kind = 'key') = (api_key_id IS NOT NULL)),
      CONSTRAINT visit_logs_on_behalf CHECK
        (on_behalf_of_id IS NULL OR (actor_id IS NOT NULL AND actor_id <> on_behalf_of_id))
    );
    COMMENT ON COLUMN visit_logs.effective_at IS 'time of the action, where it was recorded later';
    COMMENT ON COLUMN visit_logs.on_behalf_of_id IS 'host whose deputy the actor was';
    CREATE INDEX visit_logs_visit ON visit_logs (visit_id, id);
    CREATE INDEX visit_logs_api_key_id ON visit_logs (api_key_id) WHERE api_key_id IS NOT NULL;
    CREATE INDEX visit_logs_arrivals ON visit_logs (at) INCLUDE (visit_id)
      WHERE action = 'issue' AND from_code = 'approved';

    -- The log is append-only, and is deleted with its visit (docs/decisions/privacy/events.md). Names are
    -- schema-qualified, because the function runs with the rights of the log's owner, who may be another role than
    -- the server.
    CREATE FUNCTION keep_visit_log() RETURNS trigger LANGUAGE plpgsql
      SET search_path TO pg_catalog, pg_temp AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        IF NOT EXISTS (SELECT id FROM public.visits WHERE id = OLD.visit_id) THEN
          RETURN OLD;
        END IF;
      END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER visit_logs_append_only BEFORE UPDATE OR DELETE ON visit_logs
      FOR EACH ROW EXECUTE FUNCTION keep_visit_log();
    CREATE TRIGGER visit_logs_no_truncate BEFORE TRUNCATE ON visit_logs
      FOR EACH STATEMENT EXECUTE FUNCTION keep_visit_log();

    CREATE TABLE visit_consents (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      visit_id integer NOT NULL REFERENCES visits ON DELETE RESTRICT,
      terms_version_id integer REFERENCES terms_versions ON DELETE RESTRICT,
      privacy_policy_id integer REFERENCES privacy_policies ON DELETE RESTRICT,
      agreed boolean NOT NULL,
      lang text NOT NULL CHECK (lang = ANY ('{ko,en}')),
      channel text NOT NULL CHECK (channel = ANY ('{form,link,desk}')),
      desk_user_id integer REFERENCES host_users ON DELETE RESTRICT,
      agreed_at timestamptz NOT NULL,
      CHECK (num_nonnulls(terms_version_id, privacy_policy_id) = 1),
      CONSTRAINT visit_consents_desk CHECK ((channel = 'desk') = (desk_user_id IS NOT NULL))
    );
    CREATE UNIQUE INDEX visit_consents_once
      ON visit_consents (visit_id, terms_version_id, privacy_policy_id) NULLS NOT DISTINCT;
    -- For the foreign keys: whether a draft to be deleted was agreed to.
    CREATE INDEX visit_consents_policy ON visit_consents (privacy_policy_id) WHERE privacy_policy_id IS NOT NULL;
    CREATE INDEX visit_consents_terms_version ON visit_consents (terms_version_id)
      WHERE terms_version_id IS NOT NULL;
    CREATE INDEX visit_consents_desk_user ON visit_consents (desk_user_id) WHERE desk_user_id IS NOT NULL;

    -- Visitors' e-mail addresses (docs/decisions/messages/e-mail.md). A separate table, because few visits have one.
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
    COMMENT ON COLUMN visit_emails.cell_cipher IS 'the address; named like the columns of numbers, which the same code rotates';
    COMMENT ON COLUMN visit_emails.bounced_at IS
      'when mail to the address bounced; nothing is sent there until it changes';
    COMMENT ON COLUMN visit_emails.channel IS 'as the visitor chose by the link; null without a choice';
    COMMENT ON COLUMN visit_emails.invitations IS
      'calendar invitations and cancellations that were queued: the next one''s SEQUENCE';
    CREATE INDEX visit_emails_hash ON visit_emails (cell_hash);

    -- Links in messages; only the token's hash is stored. Visitors see their own visit by these, one link per message
    -- (docs/decisions/public-site/visit-links.md).
    CREATE TABLE visit_links (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX visit_links_visit ON visit_links (visit_id);

    -- Hosts decide by these (docs/decisions/public-site/visit-links.md); a used one stays and names the decider.
    CREATE TABLE decision_links (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      visit_id integer NOT NULL REFERENCES visits ON DELETE CASCADE,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      decided_at timestamptz
    );
    CREATE INDEX decision_links_visit ON decision_links (visit_id);
    CREATE INDEX decision_links_host_user ON decision_links (host_user_id);

    -- A visitor agrees at the desk by these, one per visit (docs/decisions/public-site/visit-links.md).
    CREATE TABLE desk_links (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      visit_id integer NOT NULL UNIQUE REFERENCES visits ON DELETE CASCADE,
      host_user_id integer NOT NULL REFERENCES host_users ON DELETE CASCADE,
      session_id bigint REFERENCES sessions ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON COLUMN desk_links.session_id IS 'of the handed-over screen, which alone agrees by it; null for another device';
    CREATE INDEX desk_links_host_user ON desk_links (host_user_id);
    CREATE INDEX desk_links_session_id ON desk_links (session_id) WHERE session_id IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE desk_links, decision_links, visit_links, visit_emails, visit_consents, visit_logs, visits;
    DROP FUNCTION keep_visit_log();
  `);
}
