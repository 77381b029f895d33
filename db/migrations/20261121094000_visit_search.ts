import type { Knex } from "knex";

/**
 * What lists and searches of visits read by (docs/decisions/server/visit-lists.md). Every index ends in the order
 * of the lists, so that a page is the beginning of a walk and never the end of a sort.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX visits_host, visits_location, visits_purpose;
    CREATE INDEX visits_start ON visits (start_at, id);
    CREATE INDEX visits_status ON visits (status_code, start_at, id);
    CREATE INDEX visits_host ON visits (host_user_id, start_at, id) INCLUDE (status_code);
    CREATE INDEX visits_location ON visits (location_id, start_at, id) INCLUDE (status_code, purpose_id);
    CREATE INDEX visits_purpose ON visits (purpose_id, start_at, id) INCLUDE (status_code, location_id);
    CREATE INDEX visits_open ON visits (host_user_id, end_at) WHERE status_code IN ('applied', 'approved');
    CREATE INDEX visits_last_four ON visits (cell_last_four_hash, start_at)
      WHERE cell_last_four_hash IS NOT NULL;
    -- Who is there at a moment: the visits that began before a day and are not over.
    CREATE INDEX visits_period ON visits USING gist (tstzrange(start_at, end_at));
    CREATE INDEX visit_logs_arrivals ON visit_logs (at) INCLUDE (visit_id)
      WHERE action = 'issue' AND from_code = 'approved';

    -- Index-only scans need pages that vacuum has seen, and the newest visits are read the most.
    ALTER TABLE visits SET (autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

    -- Visits are found by their host's name too, also when the host has resigned.
    CREATE INDEX host_users_resigned_search ON host_users
      USING gin ((search_pairs(name) || search_pairs(en_name))) WHERE status = 'resigned';

    CREATE FUNCTION week_number(moment timestamptz) RETURNS integer
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN floor(extract(epoch FROM moment - to_timestamp(345600)) / 604800);
    CREATE FUNCTION week_start(week integer) RETURNS timestamptz
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN to_timestamp(345600 + week * 604800::double precision);
    COMMENT ON FUNCTION week_number(timestamptz) IS 'weeks since Monday, 5 January 1970, 0:00 UTC';

    -- The pairs of search_pairs(), each with a week in front, of texts parted by U+001F.
    CREATE FUNCTION search_keys(week integer, letters text) RETURNS text[]
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    AS $$
    DECLARE
      initials CONSTANT text[] := string_to_array('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', NULL);
      here CONSTANT text := week || ':';
      keys text[] := '{}';
      before text;
      before_initial text;
      letter text;
      initial text;
      syllable integer;
    BEGIN
      FOREACH letter IN ARRAY string_to_array(letters, NULL) LOOP
        IF letter = U&'\\001F' THEN
          before := NULL;
          before_initial := NULL;
          CONTINUE;
        END IF;
        syllable := ascii(letter) - 44032;
        IF syllable BETWEEN 0 AND 11171 THEN
          initial := initials[syllable / 588 + 1];
          IF before_initial IS NOT NULL THEN
            keys := keys || ARRAY[before || letter, before || initial,
              before_initial || letter, before_initial || initial];
          ELSIF before IS NOT NULL THEN
            keys := keys || ARRAY[before || letter, before || initial];
          END IF;
          before_initial := here || initial;
        ELSE
          IF before_initial IS NOT NULL THEN
            keys := keys || ARRAY[before || letter, before_initial || letter];
          ELSIF before IS NOT NULL THEN
            keys := keys || (before || letter);
          END IF;
          before_initial := NULL;
        END IF;
        before := here || letter;
      END LOOP;
      RETURN keys;
    END $$;
    CREATE FUNCTION keys_of_week(week integer, pairs text[]) RETURNS text[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN (SELECT array_agg(week || ':' || pair) FROM unnest(pairs) AS pair);

    -- What a visit is searched by, apart from the visit, so that a change of status does not write the many
    -- keys of its letters again. The status itself is in no index here and changes in place.
    CREATE TABLE visit_search (
      visit_id integer PRIMARY KEY REFERENCES visits ON DELETE CASCADE,
      start_at timestamptz NOT NULL,
      status_code text NOT NULL,
      host_user_id integer NOT NULL,
      location_id integer,
      purpose_id integer NOT NULL,
      letters text NOT NULL
    ) WITH (fillfactor = 70);
    CREATE FUNCTION visit_letters(name text, company text, car_number text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN search_text(name) || U&'\\001F' || search_text(company) || U&'\\001F' || search_text(car_number);
    CREATE FUNCTION keep_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO visit_search
      VALUES (NEW.id, NEW.start_at, NEW.status_code, NEW.host_user_id, NEW.location_id, NEW.purpose_id,
        visit_letters(NEW.name, NEW.company, NEW.car_number));
      RETURN NULL;
    END $$;
    CREATE FUNCTION change_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE visit_search SET start_at = NEW.start_at, status_code = NEW.status_code,
        host_user_id = NEW.host_user_id, location_id = NEW.location_id, purpose_id = NEW.purpose_id,
        letters = visit_letters(NEW.name, NEW.company, NEW.car_number)
      WHERE visit_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER keep_visit_search AFTER INSERT ON visits
      FOR EACH ROW EXECUTE FUNCTION keep_visit_search();
    CREATE TRIGGER change_visit_search AFTER UPDATE OF
      start_at, status_code, host_user_id, location_id, purpose_id, name, company, car_number ON visits
      FOR EACH ROW EXECUTE FUNCTION change_visit_search();

    INSERT INTO visit_search
      SELECT id, start_at, status_code, host_user_id, location_id, purpose_id,
        visit_letters(name, company, car_number) FROM visits;
    -- Without the list of entries yet to be sorted in (fastupdate): every search would read through it.
    CREATE INDEX visit_search_keys ON visit_search
      USING gin (search_keys(week_number(start_at), letters)) WITH (fastupdate = off);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER change_visit_search ON visits;
    DROP TRIGGER keep_visit_search ON visits;
    DROP FUNCTION change_visit_search();
    DROP FUNCTION keep_visit_search();
    DROP TABLE visit_search;
    DROP FUNCTION visit_letters(text, text, text);
    DROP FUNCTION keys_of_week(integer, text[]);
    DROP FUNCTION search_keys(integer, text);
    DROP FUNCTION week_start(integer);
    DROP FUNCTION week_number(timestamptz);
    DROP INDEX host_users_resigned_search;
    ALTER TABLE visits RESET (autovacuum_vacuum_scale_factor,
      autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor);
    DROP INDEX visit_logs_arrivals, visits_start, visits_status, visits_host, visits_location, visits_purpose,
      visits_open, visits_last_four, visits_period;
    CREATE INDEX visits_host ON visits (host_user_id, start_at DESC);
    CREATE INDEX visits_location ON visits (location_id);
    CREATE INDEX visits_purpose ON visits (purpose_id);
  `);
}
