import type { Knex } from "knex";

/**
 * The upkeep of the access log names everything in full and looks nowhere else: where the log belongs to a
 * role of its own (db/transfer-audit-ownership.ts), these run with that role's rights, and whoever may create functions in
 * the schema must not be able to slip one in. What they do is as before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION access_log_month(month date) RETURNS void LANGUAGE plpgsql
      SET timezone TO 'UTC' SET search_path TO pg_catalog, pg_temp AS $$
    DECLARE
      first date := date_trunc('month', month)::date;
    BEGIN
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.access_log FOR VALUES FROM (%L) TO (%L)',
        'access_log_' || to_char(first, 'YYYYMM'), first::timestamptz, (first + interval '1 month')::timestamptz);
    END $$;

    CREATE OR REPLACE FUNCTION access_log_keep(today date) RETURNS void LANGUAGE plpgsql
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

    CREATE OR REPLACE FUNCTION keep_access_log(today date) RETURNS void LANGUAGE plpgsql
      SECURITY DEFINER SET search_path TO pg_catalog, pg_temp AS $$
    BEGIN
      IF NOT pg_has_role(session_user,
          (SELECT relowner FROM pg_class WHERE oid = 'public.access_log'::regclass), 'USAGE') THEN
        today := (now() AT TIME ZONE 'UTC')::date;
      END IF;
      PERFORM public.access_log_keep(today);
    END $$;
  `);
}

/** The functions go with the migrations that made them; naming things in full harms nobody meanwhile. */
export async function down(): Promise<void> {}
