import type { Knex } from "knex";

/**
 * Keeps the access log in months: makes partitions ahead and drops those older than two years. Rows that
 * came while their month had no partition stand in the default one; they are moved, which needs it
 * detached, because rows of the log itself can be neither changed nor deleted. Months are UTC's whatever
 * the session's time zone, or their bounds would not meet.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER FUNCTION access_log_month(date) SET timezone TO 'UTC';

    CREATE FUNCTION access_log_keep(today date) RETURNS void LANGUAGE plpgsql SET timezone TO 'UTC' AS $$
    DECLARE
      oldest date := date_trunc('month', today - interval '2 years')::date;
      month date;
      partition text;
    BEGIN
      PERFORM pg_advisory_xact_lock(7230902);
      IF EXISTS (SELECT FROM access_log_other) THEN
        ALTER TABLE access_log DETACH PARTITION access_log_other;
        FOR month IN SELECT DISTINCT date_trunc('month', at)::date FROM access_log_other WHERE at >= oldest LOOP
          PERFORM access_log_month(month);
        END LOOP;
        INSERT INTO access_log OVERRIDING SYSTEM VALUE SELECT * FROM access_log_other WHERE at >= oldest;
        TRUNCATE access_log_other;
        ALTER TABLE access_log ATTACH PARTITION access_log_other DEFAULT;
      END IF;
      PERFORM access_log_month(today);
      PERFORM access_log_month((today + interval '1 month')::date);
      FOR partition IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'access_log'::regclass AND c.relname ~ '^access_log_[0-9]{6}$'
          AND c.relname < 'access_log_' || to_char(oldest, 'YYYYMM')
      LOOP
        EXECUTE format('DROP TABLE %I', partition);
      END LOOP;
    END $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP FUNCTION access_log_keep(date); ALTER FUNCTION access_log_month(date) RESET timezone");
}
