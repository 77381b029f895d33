import type { Knex } from "knex";

/** Counters for reports: of visits that were destroyed, and sums of days that are over (docs/decisions/server/reports.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Counters, not a row for each visit: its order would tell which line of the destruction register it is.
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
    COMMENT ON TABLE visit_statistics IS 'destroyed visits, counted, for reports; those that are kept stand in visits';
    COMMENT ON COLUMN visit_statistics.day IS 'of the start, by the site''s calendar';
    COMMENT ON COLUMN visit_statistics.company_id IS 'of the host, like the department';
    COMMENT ON COLUMN visit_statistics.stays IS 'visits that were entered and left; stay_minutes is their sum';
    COMMENT ON COLUMN visit_statistics.same_day IS 'visits that were applied for on the day of their start';
    CREATE UNIQUE INDEX visit_statistics_once ON visit_statistics (day, location_id, purpose_id, company_id,
      department, origin, status_code, ended_because) NULLS NOT DISTINCT;

    -- Apart, so that no line tells more of a day than how many came at an hour.
    CREATE TABLE visit_hour_statistics (
      day date NOT NULL,
      hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
      arrived integer NOT NULL CHECK (arrived > 0),
      PRIMARY KEY (day, hour)
    );
    COMMENT ON TABLE visit_hour_statistics IS 'destroyed visits of people who came in, by the hour of their last entry';
    COMMENT ON COLUMN visit_hour_statistics.day IS 'of the start, by the site''s calendar';

    CREATE TABLE visit_report_days (
      day date PRIMARY KEY,
      is_counted boolean NOT NULL DEFAULT false
    );
    COMMENT ON TABLE visit_report_days IS 'days that have been over for a day, by the site''s calendar';
    COMMENT ON COLUMN visit_report_days.is_counted IS 'the sums of the day stand';
    CREATE INDEX visit_report_days_counted ON visit_report_days (day) WHERE is_counted;

    CREATE TABLE visit_report_sums (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      day date NOT NULL REFERENCES visit_report_days ON DELETE CASCADE,
      what text NOT NULL CHECK (what IN ('time', 'code', 'department')),
      hour integer CHECK (hour BETWEEN 0 AND 23),
      location_id integer,
      purpose_id integer,
      company_id integer,
      department text,
      visits integer NOT NULL,
      arrived integer NOT NULL,
      no_show integer NOT NULL,
      open integer NOT NULL,
      companions integer NOT NULL,
      same_day integer NOT NULL,
      online integer NOT NULL,
      stays integer NOT NULL,
      stay_minutes bigint NOT NULL,
      CHECK ((company_id IS NULL) = (what <> 'department') AND (department IS NULL) = (what <> 'department'))
    );
    COMMENT ON TABLE visit_report_sums IS 'visits of a day that are kept, by the hour of entry, by place and purpose, and by department';
    CREATE INDEX visit_report_sums_day ON visit_report_sums (day);

    -- A change to a visit of a counted day drops the day's sums in the same transaction. Changes share the lock; counting
    -- holds it alone, so that it misses none.
    CREATE FUNCTION drop_report_day() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE changed date[];
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(7230904);
      SELECT array_agg((at AT TIME ZONE timezone)::date) INTO changed
        FROM configuration, unnest(ARRAY[OLD.start_at, NEW.start_at]) AS at WHERE at IS NOT NULL;
      UPDATE visit_report_days SET is_counted = false WHERE day = ANY(changed) AND is_counted;
      RETURN NULL;
    END $$;
    CREATE TRIGGER report_day_added AFTER INSERT ON visits
      FOR EACH ROW WHEN (NEW.start_at < now() - interval '24 hours') EXECUTE FUNCTION drop_report_day();
    CREATE TRIGGER report_day_removed AFTER DELETE ON visits
      FOR EACH ROW WHEN (OLD.start_at < now() - interval '24 hours') EXECUTE FUNCTION drop_report_day();
    CREATE TRIGGER report_day_changed AFTER UPDATE OF
      location_id, purpose_id, host_user_id, leader_id, origin, status_code, ended_because, entered_at, exited_at, start_at
      ON visits FOR EACH ROW WHEN (least(OLD.start_at, NEW.start_at) < now() - interval '24 hours')
      EXECUTE FUNCTION drop_report_day();

    -- What changes which day or department a visit counts for drops all sums.
    CREATE FUNCTION drop_report_days() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(7230904);
      UPDATE visit_report_days SET is_counted = false WHERE is_counted;
      RETURN NULL;
    END $$;
    CREATE TRIGGER report_departments_changed AFTER UPDATE OF company_id, department ON host_users
      FOR EACH ROW WHEN ((OLD.company_id, OLD.department) IS DISTINCT FROM (NEW.company_id, NEW.department))
      EXECUTE FUNCTION drop_report_days();
    CREATE TRIGGER report_calendar_changed AFTER UPDATE OF timezone ON configuration
      FOR EACH ROW WHEN (OLD.timezone <> NEW.timezone) EXECUTE FUNCTION drop_report_days();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER report_calendar_changed ON configuration;
    DROP TRIGGER report_departments_changed ON host_users;
    DROP TRIGGER report_day_changed ON visits;
    DROP TRIGGER report_day_removed ON visits;
    DROP TRIGGER report_day_added ON visits;
    DROP FUNCTION drop_report_days(), drop_report_day();
    DROP TABLE visit_report_sums, visit_report_days, visit_hour_statistics, visit_statistics;
  `);
}
