import type { Knex } from "knex";

/**
 * Search of visits by letters of name, company and car number. The keys of a text carry the week of the visit, so that a
 * search reads the weeks that it asks for.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION week_number(moment timestamptz) RETURNS integer
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN floor(extract(epoch FROM moment - to_timestamp(345600)) / 604800);
    COMMENT ON FUNCTION week_number(timestamptz) IS 'weeks since Monday, 5 January 1970, 0:00 UTC';
    CREATE FUNCTION week_start(week integer) RETURNS timestamptz
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN to_timestamp(345600 + week * 604800::double precision);

    -- The keys of a text in a week, and those that a search looks for.
    CREATE FUNCTION search_keys(week integer, letters text) RETURNS text[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
      RETURN letter_pairs(letters, week::text || ':');
    CREATE FUNCTION keys_of_week(week integer, pairs text[]) RETURNS text[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN (SELECT array_agg(week || ':' || pair) FROM unnest(pairs) AS pair);

    CREATE FUNCTION visit_letters(name text, company text, car_number text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN search_text(name) || U&'\\001F' || search_text(company) || U&'\\001F' || search_text(car_number);

    -- The statuses that the index holds; those that are approved, issued and returned change without writing to it.
    CREATE FUNCTION indexed_status_of(status_code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN status_code IN ('rejected', 'cancelled') THEN status_code END;

    -- Apart from the visit, so that a change of status does not write the many keys of its letters again. The spare room
    -- in the pages (fillfactor) lets the status change in place. Hidden visits have no row.
    CREATE TABLE visit_search (
      visit_id integer PRIMARY KEY REFERENCES visits ON DELETE CASCADE,
      start_at timestamptz NOT NULL,
      status_code text NOT NULL,
      host_user_id integer NOT NULL,
      location_id integer,
      purpose_id integer NOT NULL,
      letters text NOT NULL,
      indexed_status text
    ) WITH (
      fillfactor = 70,
      -- Rejected visits leave dead entries behind, which searches look up until vacuum takes them away.
      autovacuum_vacuum_max_threshold = 100000, vacuum_index_cleanup = on
    );
    COMMENT ON COLUMN visit_search.indexed_status IS 'the status, where visit_search_keys holds it';
    -- Place, purpose and some statuses stand beside the letters, each with its week: what narrows a text by one of them is
    -- found in the index. Without fastupdate, or every search would read through the list of pending entries.
    CREATE INDEX visit_search_keys ON visit_search USING gin (
      search_keys(week_number(start_at), letters),
      (CASE WHEN indexed_status IS NULL
        THEN ARRAY[week_number(start_at) * 8589934592 + location_id, week_number(start_at) * 8589934592 + 4294967296 + purpose_id]
        ELSE ARRAY[week_number(start_at) * 8589934592 + location_id, week_number(start_at) * 8589934592 + 4294967296 + purpose_id,
          week_number(start_at) * 8589934592 + 2147483648 + ascii(indexed_status)] END)
    ) WITH (fastupdate = off);

    CREATE FUNCTION keep_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO visit_search VALUES (NEW.id, NEW.start_at, NEW.status_code, NEW.host_user_id, NEW.location_id, NEW.purpose_id,
        visit_letters(NEW.name, NEW.company, NEW.car_number), indexed_status_of(NEW.status_code));
      RETURN NULL;
    END $$;
    CREATE TRIGGER keep_visit_search AFTER INSERT ON visits
      FOR EACH ROW EXECUTE FUNCTION keep_visit_search();

    CREATE FUNCTION change_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE visit_search SET start_at = NEW.start_at, status_code = NEW.status_code,
        host_user_id = NEW.host_user_id, location_id = NEW.location_id, purpose_id = NEW.purpose_id,
        letters = visit_letters(NEW.name, NEW.company, NEW.car_number), indexed_status = indexed_status_of(NEW.status_code)
      WHERE visit_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER change_visit_search AFTER UPDATE OF
      start_at, status_code, host_user_id, location_id, purpose_id, name, company, car_number ON visits
      FOR EACH ROW EXECUTE FUNCTION change_visit_search();

    -- Runs after change_visit_search: triggers run in the order of their names.
    CREATE FUNCTION hide_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM visit_search WHERE visit_id = NEW.id;
      IF NEW.hidden_at IS NULL THEN
        INSERT INTO visit_search VALUES (NEW.id, NEW.start_at, NEW.status_code, NEW.host_user_id, NEW.location_id, NEW.purpose_id,
          visit_letters(NEW.name, NEW.company, NEW.car_number), indexed_status_of(NEW.status_code));
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER hide_visit_search AFTER UPDATE OF hidden_at ON visits
      FOR EACH ROW WHEN (OLD.hidden_at IS DISTINCT FROM NEW.hidden_at) EXECUTE FUNCTION hide_visit_search();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER hide_visit_search ON visits;
    DROP TRIGGER change_visit_search ON visits;
    DROP TRIGGER keep_visit_search ON visits;
    DROP FUNCTION hide_visit_search(), change_visit_search(), keep_visit_search();
    DROP TABLE visit_search;
    DROP FUNCTION indexed_status_of(text), visit_letters(text, text, text), keys_of_week(integer, text[]),
      search_keys(integer, text), week_start(integer), week_number(timestamptz);
  `);
}
