import type { Knex } from "knex";

/**
 * The access log and its reviews, destruction, requests for erasure, keys of encrypted fields (docs/behaviour.md,
 * "Privacy").
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Accesses to personal data: visit ids and keyed hashes, never names. Append-only. Partitioned by month (UTC),
    -- kept for two years; no foreign keys, as in events.
    CREATE TABLE access_log (
      id bigint GENERATED ALWAYS AS IDENTITY,
      at timestamptz NOT NULL,
      host_user_id integer NOT NULL,
      api_key_id integer,
      address text NOT NULL,
      action text NOT NULL,
      reason text NOT NULL DEFAULT '',
      visit_ids integer[] NOT NULL,
      person_hash bytea,
      PRIMARY KEY (id, at)
    ) PARTITION BY RANGE (at);
    COMMENT ON COLUMN access_log.api_key_id IS 'API key that read; host_user_id is then its creator, who is responsible for it';
    CREATE TABLE access_log_other PARTITION OF access_log DEFAULT;
    CREATE INDEX access_log_at ON access_log (at DESC, id DESC);
    CREATE INDEX access_log_host_user ON access_log (host_user_id, at DESC);
    CREATE INDEX access_log_action ON access_log (action, at DESC, id DESC);
    CREATE INDEX access_log_visits ON access_log USING gin (visit_ids);
    CREATE INDEX access_log_person ON access_log (person_hash, at DESC) WHERE person_hash IS NOT NULL;
    CREATE TRIGGER access_log_append_only BEFORE UPDATE OR DELETE ON access_log
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER access_log_no_truncate BEFORE TRUNCATE ON access_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Maintenance of the monthly partitions, as of events (01_audit.ts).
    CREATE FUNCTION access_log_month(month date) RETURNS void LANGUAGE plpgsql
      SET timezone TO 'UTC' SET search_path TO pg_catalog, pg_temp AS $$
    DECLARE
      first date := date_trunc('month', month)::date;
    BEGIN
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.access_log FOR VALUES FROM (%L) TO (%L)',
        'access_log_' || to_char(first, 'YYYYMM'), first::timestamptz, (first + interval '1 month')::timestamptz);
    END $$;
    CREATE FUNCTION access_log_keep(today date) RETURNS void LANGUAGE plpgsql
      SET timezone TO 'UTC' SET search_path TO pg_catalog, pg_temp AS $$
    DECLARE
      oldest date := date_trunc('month', today - interval '2 years')::date;
      month date;
      partition text;
    BEGIN
      PERFORM pg_advisory_xact_lock(7230902);
      IF EXISTS (SELECT FROM public.access_log_other) THEN
        ALTER TABLE public.access_log DETACH PARTITION public.access_log_other;
        FOR month IN SELECT DISTINCT date_trunc('month', at)::date FROM public.access_log_other WHERE at >= oldest LOOP
          PERFORM public.access_log_month(month);
        END LOOP;
        INSERT INTO public.access_log OVERRIDING SYSTEM VALUE
          SELECT * FROM public.access_log_other WHERE at >= oldest;
        TRUNCATE public.access_log_other;
        ALTER TABLE public.access_log ATTACH PARTITION public.access_log_other DEFAULT;
      END IF;
      PERFORM public.access_log_month(today);
      PERFORM public.access_log_month((today + interval '1 month')::date);
      FOR partition IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'public.access_log'::regclass AND c.relname ~ '^access_log_[0-9]{6}$'
          AND c.relname < 'access_log_' || to_char(oldest, 'YYYYMM')
      LOOP
        EXECUTE format('DROP TABLE public.%I', partition);
      END LOOP;
    END $$;
    CREATE FUNCTION keep_access_log(today date) RETURNS void LANGUAGE plpgsql
      SECURITY DEFINER SET search_path TO pg_catalog, pg_temp AS $$
    BEGIN
      IF NOT pg_has_role(session_user,
          (SELECT relowner FROM pg_class WHERE oid = 'public.access_log'::regclass), 'USAGE') THEN
        today := (now() AT TIME ZONE 'UTC')::date;
      END IF;
      PERFORM public.access_log_keep(today);
    END $$;

    -- Lookups on the public site that found nothing, for the monthly review; kept for two years.
    CREATE TABLE lookup_failures (
      day date NOT NULL,
      name_hash bytea NOT NULL,
      address text NOT NULL,
      failures integer NOT NULL CHECK (failures >= 1),
      PRIMARY KEY (day, name_hash, address)
    );
    COMMENT ON COLUMN lookup_failures.name_hash IS 'keyed hash of the name that was entered';

    -- The privacy officer's monthly reviews of the access log.
    CREATE TABLE access_reviews (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      month date NOT NULL CHECK (extract(day FROM month) = 1),
      host_user_id integer NOT NULL,
      at timestamptz NOT NULL,
      note text NOT NULL DEFAULT ''
    );
    CREATE INDEX access_reviews_month ON access_reviews (month, id);
    CREATE TRIGGER access_reviews_append_only BEFORE UPDATE OR DELETE ON access_reviews
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER access_reviews_no_truncate BEFORE TRUNCATE ON access_reviews
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Destructions, without anything that identifies a person. No foreign key to host_users, as in events.
    CREATE TABLE destruction_register (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      actor_kind text NOT NULL CHECK (actor_kind IN ('staff', 'job')),
      host_user_id integer,
      reason text NOT NULL CHECK (reason IN ('due', 'officer', 'request')),
      visit_ids integer[] NOT NULL,
      persons integer NOT NULL CHECK (persons >= 0),
      messages integer NOT NULL DEFAULT 0 CHECK (messages >= 0),
      retention_days integer[] NOT NULL,
      CHECK ((actor_kind = 'staff') = (host_user_id IS NOT NULL))
    );
    COMMENT ON COLUMN destruction_register.retention_days IS 'days from the end to the destruction, as the visitors were informed';
    CREATE INDEX destruction_register_at ON destruction_register (at DESC, id DESC);
    CREATE TRIGGER destruction_register_append_only BEFORE UPDATE OR DELETE ON destruction_register
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER destruction_register_no_truncate BEFORE TRUNCATE ON destruction_register
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Erasures, until they are written to a file outside the database (docs/decisions/server/backup.md).
    CREATE TABLE erasure_outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      entry jsonb NOT NULL CHECK (jsonb_typeof(entry) = 'object'),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN erasure_outbox.entry IS 'a line of the register: ids and counts, no personal data';

    -- Requests for erasure; the applicant's data is removed with the decision.
    CREATE TABLE erasure_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      request_no text NOT NULL UNIQUE CHECK (request_no ~ '^[0-9]{6}-[0-9A-HJKMNP-TV-Z]{5}$'),
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'erased', 'refused')),
      name text NOT NULL DEFAULT '' CHECK (length(name) <= 50),
      cell_cipher bytea,
      cell_key text,
      cell_hash bytea,
      cell_last_four_hash bytea,
      cell_hash_key text,
      visit_ids integer[] NOT NULL DEFAULT '{}',
      note text NOT NULL DEFAULT '',
      created_by integer NOT NULL REFERENCES host_users ON DELETE RESTRICT,
      created_at timestamptz NOT NULL,
      decided_by integer REFERENCES host_users ON DELETE RESTRICT,
      decided_at timestamptz,
      reason text NOT NULL DEFAULT '',
      erased_visits integer NOT NULL DEFAULT 0 CHECK (erased_visits >= 0),
      CHECK (num_nulls(cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key) IN (0, 5)),
      CHECK ((state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
      CONSTRAINT erasure_requests_forget
        CHECK (state = 'open' OR (name = '' AND note = '' AND visit_ids = '{}' AND cell_cipher IS NULL))
    );
    CREATE INDEX erasure_requests_created ON erasure_requests (created_at DESC, id DESC);

    -- A proof of each field key from its first use; a server whose keys do not match it has other keys.
    CREATE TABLE key_canaries (
      kind text NOT NULL CHECK (kind IN ('data', 'hash')),
      key text NOT NULL CHECK (key <> ''),
      proof bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      given_up_at timestamptz,
      PRIMARY KEY (kind, key),
      CHECK (proof IS NOT NULL OR given_up_at IS NOT NULL)
    );
    COMMENT ON COLUMN key_canaries.proof IS 'a fixed public text, encrypted or hashed with the key';
    COMMENT ON COLUMN key_canaries.given_up_at IS 'the key is lost, and servers start without it';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE key_canaries, erasure_requests, erasure_outbox, destruction_register, access_reviews, lookup_failures, access_log;
    DROP FUNCTION keep_access_log(date), access_log_keep(date), access_log_month(date);
  `);
}
