import type { Knex } from "knex";

/**
 * The event log: sign-ins, refusals, writes, exports, alerts (docs/decisions/privacy/events.md). Rows are only added.
 * It comes first because the tables of the other migrations attach triggers to its functions.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;

    -- The call that a transaction belongs to; the server sets visitor.caller at its beginning.
    CREATE FUNCTION caller_part(name text) RETURNS text LANGUAGE sql STABLE SET search_path TO pg_catalog, pg_temp AS
      $$ SELECT nullif(current_setting('visitor.caller', true), '')::jsonb ->> name $$;

    -- Partitioned by month (UTC) so that whole months can be dropped after two years. No foreign keys: the log outlives
    -- what it names, and may belong to a role of its own (docs/decisions/privacy/events.md).
    CREATE TABLE events (
      id bigint GENERATED ALWAYS AS IDENTITY,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      kind text NOT NULL CHECK
        (kind IN ('signIn', 'signInFailed', 'refused', 'call', 'change', 'export', 'alert')),
      host_user_id integer DEFAULT caller_part('hostUserId')::integer,
      api_key_id integer DEFAULT caller_part('apiKeyId')::integer,
      address text NOT NULL DEFAULT coalesce(caller_part('address'), ''),
      call text NOT NULL DEFAULT coalesce(caller_part('call'), ''),
      subject text NOT NULL DEFAULT '',
      subject_id integer,
      detail text NOT NULL DEFAULT '',
      before jsonb,
      after jsonb,
      PRIMARY KEY (id, at)
    ) PARTITION BY RANGE (at);
    COMMENT ON COLUMN events.host_user_id IS 'Actor; null for callers who are not signed in and for the server''s own work.';
    COMMENT ON COLUMN events.api_key_id IS 'API key that acted; host_user_id is then null.';
    CREATE TABLE events_other PARTITION OF events DEFAULT;
    CREATE INDEX events_at ON events (at DESC, id DESC);
    CREATE INDEX events_host_user ON events (host_user_id, at DESC);
    CREATE INDEX events_subject ON events (subject, subject_id, at DESC) WHERE subject <> '';
    CREATE INDEX events_kind ON events (kind, at DESC);
    CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Finished days are sealed by a chain of hashes, which reveals rows that were changed in spite of the triggers.
    CREATE TABLE event_days (
      day date PRIMARY KEY,
      rows integer NOT NULL,
      hash bytea NOT NULL CHECK (length(hash) = 32),
      sealed_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON TABLE event_days IS 'Hash of the day''s events and of the previous hash.';
    CREATE TRIGGER event_days_append_only BEFORE UPDATE OR DELETE ON event_days
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER event_days_no_truncate BEFORE TRUNCATE ON event_days
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    CREATE TABLE event_checks (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      days integer NOT NULL,
      broken date[] NOT NULL
    );
    COMMENT ON TABLE event_checks IS 'Whether the hashes of the sealed days still match, and which do not.';
    CREATE TRIGGER event_checks_append_only BEFORE UPDATE OR DELETE ON event_checks
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER event_checks_no_truncate BEFORE TRUNCATE ON event_checks
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    CREATE FUNCTION event_day_hash(day date, previous bytea) RETURNS bytea LANGUAGE sql STABLE
      SET timezone TO 'UTC' SET search_path TO pg_catalog, pg_temp AS $$
      SELECT sha256(coalesce(previous, ''::bytea) || convert_to(day::text || coalesce(string_agg(
        E'\\n' || (jsonb_build_array(e.id, e.at, e.kind, e.host_user_id, e.address, e.call, e.subject, e.subject_id,
          e.detail, e.before, e.after) || CASE WHEN e.api_key_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(e.api_key_id) END)::text, '' ORDER BY e.id), ''), 'UTF8'))
      FROM public.events e WHERE e.at >= day::timestamptz AND e.at < (day + 1)::timestamptz
    $$;

    -- For triggers on the site's settings: one event per changed row, with the values before and after. The argument
    -- lists the columns whose content is left out.
    CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      left_out text[] := TG_ARGV[0]::text[];
      was jsonb := '{}';
      becomes jsonb := '{}';
      current_row jsonb;
      one text;
    BEGIN
      IF TG_OP <> 'INSERT' THEN was := to_jsonb(OLD) - 'updated_at' - 'last_sign_in_at'; END IF;
      IF TG_OP <> 'DELETE' THEN becomes := to_jsonb(NEW) - 'updated_at' - 'last_sign_in_at'; END IF;
      IF TG_OP = 'UPDATE' THEN
        FOR one IN SELECT key FROM jsonb_each(was) WHERE becomes -> key = value LOOP
          was := was - one;
          becomes := becomes - one;
        END LOOP;
        IF was = '{}' THEN RETURN NULL; END IF;
      END IF;
      FOREACH one IN ARRAY left_out LOOP
        IF jsonb_exists(was, one) THEN was := jsonb_set(was, ARRAY[one], '"***"'); END IF;
        IF jsonb_exists(becomes, one) THEN becomes := jsonb_set(becomes, ARRAY[one], '"***"'); END IF;
      END LOOP;
      current_row := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
      INSERT INTO events (kind, subject, subject_id, detail, before, after)
      VALUES ('change', TG_TABLE_NAME, (current_row ->> 'id')::integer,
        coalesce(current_row ->> 'event', current_row ->> 'lang', current_row ->> 'login_id', current_row ->> 'title', current_row ->> 'name', ''),
        nullif(was, '{}'), nullif(becomes, '{}'));
      RETURN NULL;
    END $$;

    -- Maintenance of the monthly partitions. Names are schema-qualified, because keep_events() runs with the rights
    -- of the log's owner and must not call functions that another role creates in the schema.
    CREATE FUNCTION events_month(month date) RETURNS void LANGUAGE plpgsql
      SET timezone TO 'UTC' SET search_path TO pg_catalog, pg_temp AS $$
    DECLARE
      first date := date_trunc('month', month)::date;
    BEGIN
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.events FOR VALUES FROM (%L) TO (%L)',
        'events_' || to_char(first, 'YYYYMM'), first::timestamptz, (first + interval '1 month')::timestamptz);
    END $$;

    -- Creates this month and the next, moves rows from the default partition, drops months that are over two years old.
    CREATE FUNCTION events_keep(today date) RETURNS void LANGUAGE plpgsql
      SET timezone TO 'UTC' SET search_path TO pg_catalog, pg_temp AS $$
    DECLARE
      oldest date := date_trunc('month', today - interval '2 years')::date;
      month date;
      partition text;
    BEGIN
      PERFORM pg_advisory_xact_lock(7230903);
      IF EXISTS (SELECT FROM public.events_other) THEN
        ALTER TABLE public.events DETACH PARTITION public.events_other;
        FOR month IN SELECT DISTINCT date_trunc('month', at)::date FROM public.events_other WHERE at >= oldest LOOP
          PERFORM public.events_month(month);
        END LOOP;
        INSERT INTO public.events OVERRIDING SYSTEM VALUE SELECT * FROM public.events_other WHERE at >= oldest;
        TRUNCATE public.events_other;
        ALTER TABLE public.events ATTACH PARTITION public.events_other DEFAULT;
      END IF;
      PERFORM public.events_month(today);
      PERFORM public.events_month((today + interval '1 month')::date);
      FOR partition IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'public.events'::regclass AND c.relname ~ '^events_[0-9]{6}$'
          AND c.relname < 'events_' || to_char(oldest, 'YYYYMM')
      LOOP
        EXECUTE format('DROP TABLE public.%I', partition);
      END LOOP;
    END $$;

    -- Called by the server. Without ownership a role cannot have months dropped early by a date in the future.
    CREATE FUNCTION keep_events(today date) RETURNS void LANGUAGE plpgsql
      SECURITY DEFINER SET search_path TO pg_catalog, pg_temp AS $$
    BEGIN
      IF NOT pg_has_role(session_user,
          (SELECT relowner FROM pg_class WHERE oid = 'public.events'::regclass), 'USAGE') THEN
        today := (now() AT TIME ZONE 'UTC')::date;
      END IF;
      PERFORM public.events_keep(today);
    END $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP FUNCTION keep_events(date), events_keep(date), events_month(date), record_change(), event_day_hash(date, bytea);
    DROP TABLE event_checks, event_days, events;
    DROP FUNCTION caller_part(text), refuse_change();
  `);
}
