import type { Knex } from "knex";

/** Counters of destroyed visits, for reports (docs/decisions/server/reports.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Counters instead of a row per visit, whose order would reveal its line in the destruction register.
    CREATE TABLE visit_statistics (
      day date NOT NULL,
      location_id integer,
      location_kind integer NOT NULL DEFAULT 9002 CHECK (location_kind = 9002),
      purpose_id integer NOT NULL,
      purpose_kind integer NOT NULL DEFAULT 9003 CHECK (purpose_kind = 9003),
      company_id integer NOT NULL REFERENCES companies ON DELETE RESTRICT,
      department text NOT NULL DEFAULT '',
      origin text NOT NULL CHECK (origin IN ('public', 'console')),
      status_code text NOT NULL,
      ended_because text,
      visits integer NOT NULL CHECK (visits > 0),
      companions integer NOT NULL CHECK (companions BETWEEN 0 AND visits),
      stays integer NOT NULL CHECK (stays BETWEEN 0 AND visits),
      stay_minutes bigint NOT NULL CHECK (stay_minutes >= 0),
      same_day integer NOT NULL DEFAULT 0,
      CONSTRAINT visit_statistics_location FOREIGN KEY (location_id, location_kind)
        REFERENCES user_codes (id, kind) ON DELETE RESTRICT,
      CONSTRAINT visit_statistics_purpose FOREIGN KEY (purpose_id, purpose_kind)
        REFERENCES user_codes (id, kind) ON DELETE RESTRICT,
      CONSTRAINT visit_statistics_same_day CHECK (same_day BETWEEN 0 AND visits)
    );
    COMMENT ON TABLE visit_statistics IS 'counts of destroyed visits, for reports; visits has the others';
    COMMENT ON COLUMN visit_statistics.day IS 'day of the start, by the site''s calendar';
    COMMENT ON COLUMN visit_statistics.company_id IS 'company of the host, like the department';
    COMMENT ON COLUMN visit_statistics.stays IS 'visits with an entry and an exit; stay_minutes is their sum';
    COMMENT ON COLUMN visit_statistics.same_day IS 'visits that were applied for on the day of their start';
    CREATE UNIQUE INDEX visit_statistics_once ON visit_statistics (day, location_id, purpose_id, company_id,
      department, origin, status_code, ended_because) NULLS NOT DISTINCT;

    -- Separate, so that a row reveals no more of a day than the number of arrivals at an hour.
    CREATE TABLE visit_hour_statistics (
      day date NOT NULL,
      hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
      arrived integer NOT NULL CHECK (arrived > 0),
      PRIMARY KEY (day, hour)
    );
    COMMENT ON TABLE visit_hour_statistics IS 'counts of destroyed visits with an entry, by the hour of the last entry';
    COMMENT ON COLUMN visit_hour_statistics.day IS 'day of the start, by the site''s calendar';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE visit_hour_statistics, visit_statistics;
  `);
}
