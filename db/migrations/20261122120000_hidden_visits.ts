import type { Knex } from "knex";

/**
 * Visits that the privacy officer has hidden (docs/behaviour.md, "Privacy"): they stay until they are restored or
 * destroyed, and nobody but the trash sees them. Lists read indexes that hold shown visits only, so that a
 * hidden one costs them nothing; its letters leave the search altogether.
 */
const indexes = (condition: string) => `
  CREATE INDEX visits_start ON visits (start_at, id) ${condition};
  CREATE INDEX visits_status ON visits (status_code, start_at, id) ${condition};
  CREATE INDEX visits_host ON visits (host_user_id, start_at, id) INCLUDE (status_code) ${condition};
  CREATE INDEX visits_location ON visits (location_id, start_at, id) INCLUDE (status_code, purpose_id) ${condition};
  CREATE INDEX visits_purpose ON visits (purpose_id, start_at, id) INCLUDE (status_code, location_id) ${condition};
  CREATE INDEX visits_period ON visits USING gist (tstzrange(start_at, end_at)) ${condition};`;

const names = "visits_start, visits_status, visits_host, visits_location, visits_purpose, visits_period";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visits ADD COLUMN hidden_at timestamptz,
      ADD CONSTRAINT visits_hidden_are_over
        CHECK (hidden_at IS NULL OR status_code NOT IN ('applied', 'approved', 'entered'));
    COMMENT ON COLUMN visits.hidden_at IS 'since then only the trash shows it';

    DROP INDEX ${names};
    ${indexes("WHERE hidden_at IS NULL")}
    CREATE INDEX visits_destroy ON visits (destroy_on, id);
    CREATE INDEX visits_hidden ON visits (destroy_on, id) WHERE hidden_at IS NOT NULL;

    CREATE FUNCTION hide_visit_search() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM visit_search WHERE visit_id = NEW.id;
      IF NEW.hidden_at IS NULL THEN
        INSERT INTO visit_search
        VALUES (NEW.id, NEW.start_at, NEW.status_code, NEW.host_user_id, NEW.location_id, NEW.purpose_id,
          visit_letters(NEW.name, NEW.company, NEW.car_number));
      END IF;
      RETURN NULL;
    END $$;
    -- Runs after change_visit_search: triggers run in the order of their names.
    CREATE TRIGGER hide_visit_search AFTER UPDATE OF hidden_at ON visits
      FOR EACH ROW WHEN (OLD.hidden_at IS DISTINCT FROM NEW.hidden_at) EXECUTE FUNCTION hide_visit_search();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER hide_visit_search ON visits;
    DROP FUNCTION hide_visit_search();
    INSERT INTO visit_search
      SELECT id, start_at, status_code, host_user_id, location_id, purpose_id,
        visit_letters(name, company, car_number) FROM visits WHERE hidden_at IS NOT NULL;
    DROP INDEX ${names}, visits_destroy, visits_hidden;
    ALTER TABLE visits DROP COLUMN hidden_at;
    ${indexes("")}
  `);
}
