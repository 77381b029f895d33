import type { Knex } from "knex";

/**
 * Who read or uncovered whose data (docs/behaviour.md, "Privacy"): visit ids and keyed hashes, never names.
 * Rows are only added; partitions are by month and cover two years, made ahead by a job.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE access_log (
      id bigint GENERATED ALWAYS AS IDENTITY,
      at timestamptz NOT NULL,
      host_user_id integer NOT NULL,
      address text NOT NULL,
      what text NOT NULL,
      reason text NOT NULL DEFAULT '',
      visit_ids integer[] NOT NULL,
      person_hash bytea,
      PRIMARY KEY (id, at)
    ) PARTITION BY RANGE (at);
    CREATE TABLE access_log_other PARTITION OF access_log DEFAULT;
    CREATE INDEX access_log_at ON access_log (at DESC, id DESC);
    CREATE INDEX access_log_host_user ON access_log (host_user_id, at DESC);
    CREATE INDEX access_log_visits ON access_log USING gin (visit_ids);
    CREATE INDEX access_log_person ON access_log (person_hash, at DESC) WHERE person_hash IS NOT NULL;

    CREATE TRIGGER access_log_append_only BEFORE UPDATE OR DELETE ON access_log
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER access_log_no_truncate BEFORE TRUNCATE ON access_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    CREATE FUNCTION access_log_month(month date) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      first date := date_trunc('month', month)::date;
    BEGIN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF access_log FOR VALUES FROM (%L) TO (%L)',
        'access_log_' || to_char(first, 'YYYYMM'), first::timestamptz, (first + interval '1 month')::timestamptz);
    END $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP FUNCTION access_log_month(date); DROP TABLE access_log");
}
