import type { Knex } from "knex";

/** Search of visits by letters of name, company and car number. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION visit_letters(name text, company text, car_number text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN search_text(name) || U&'\\001F' || search_text(company) || U&'\\001F' || search_text(car_number);

    -- Separate from the visit, so that a change of status does not rewrite the many pairs of its letters. Hidden
    -- visits have no row.
    CREATE TABLE visit_search (
      visit_id integer PRIMARY KEY REFERENCES visits ON DELETE CASCADE,
      start_at timestamptz NOT NULL,
      letters text NOT NULL,
      -- Stored, so that PostgreSQL has statistics of the pairs, and does not compute them again.
      pairs text[] NOT NULL GENERATED ALWAYS AS (letter_pairs(letters)) STORED
    );
    -- The latest visits with a common pair are found by their start, those with a rare one by the pair.
    CREATE INDEX visit_search_start ON visit_search (start_at, visit_id);
    -- Without fastupdate, because every search would read the list of pending entries.
    CREATE INDEX visit_search_pairs ON visit_search USING gin (pairs) WITH (fastupdate = off);

    CREATE FUNCTION keep_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.hidden_at IS NULL THEN
        INSERT INTO visit_search (visit_id, start_at, letters)
          VALUES (NEW.id, NEW.start_at, visit_letters(NEW.name, NEW.company, NEW.car_number))
          ON CONFLICT (visit_id) DO UPDATE SET start_at = EXCLUDED.start_at, letters = EXCLUDED.letters;
      ELSE
        DELETE FROM visit_search WHERE visit_id = NEW.id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER keep_visit_search AFTER INSERT ON visits
      FOR EACH ROW EXECUTE FUNCTION keep_visit_search();
    CREATE TRIGGER change_visit_search AFTER UPDATE OF start_at, name, company, car_number, hidden_at ON visits
      FOR EACH ROW WHEN ((OLD.start_at, OLD.name, OLD.company, OLD.car_number, OLD.hidden_at)
        IS DISTINCT FROM (NEW.start_at, NEW.name, NEW.company, NEW.car_number, NEW.hidden_at))
      EXECUTE FUNCTION keep_visit_search();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER change_visit_search ON visits;
    DROP TRIGGER keep_visit_search ON visits;
    DROP FUNCTION keep_visit_search();
    DROP TABLE visit_search;
    DROP FUNCTION visit_letters(text, text, text);
  `);
}
