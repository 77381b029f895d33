import type { Knex } from "knex";

/**
 * The privacy officer's monthly reviews of the access log, and the log's upkeep by a role that may only add
 * to it: the function runs with the rights of whoever owns the log. Whoever is not its owner cannot have it
 * dropped earlier by calling with a date to come.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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

    CREATE FUNCTION keep_access_log(today date) RETURNS void LANGUAGE plpgsql
      SECURITY DEFINER SET search_path TO public, pg_temp AS $$
    BEGIN
      IF NOT pg_has_role(session_user,
          (SELECT relowner FROM pg_class WHERE oid = 'access_log'::regclass), 'USAGE') THEN
        today := (now() AT TIME ZONE 'UTC')::date;
      END IF;
      PERFORM access_log_keep(today);
    END $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP FUNCTION keep_access_log(date); DROP TABLE access_reviews");
}
