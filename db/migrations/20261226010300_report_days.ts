import type { Knex } from "knex";

/** What is counted of visits (docs/decisions/server/reports.md). */
const counted =
  "location_id, purpose_id, host_user_id, leader_id, origin, status_code, ended_because, entered_at, exited_at, start_at";

/**
 * Reports keep the sums of days that are over. Who changes a visit of such a day, or what its days and departments are, drops its
 * sums in the same transaction. The lock is shared among them; who counts has it alone, so that no change is missed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE visit_report_days (
      day date PRIMARY KEY,
      is_counted boolean NOT NULL DEFAULT false
    );
    CREATE INDEX visit_report_days_counted ON visit_report_days (day) WHERE is_counted;
    COMMENT ON TABLE visit_report_days IS 'days that have been over for a day, by the site''s calendar';
    COMMENT ON COLUMN visit_report_days.is_counted IS 'the sums of the day stand';

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
    CREATE INDEX visit_report_sums_day ON visit_report_sums (day);
    COMMENT ON TABLE visit_report_sums IS 'visits of a day that are kept, by the hour of entry, by place and purpose, and by department';

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
    CREATE TRIGGER report_day_changed AFTER UPDATE OF ${counted} ON visits
      FOR EACH ROW WHEN (least(OLD.start_at, NEW.start_at) < now() - interval '24 hours')
      EXECUTE FUNCTION drop_report_day();

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
    DROP FUNCTION drop_report_day, drop_report_days CASCADE;
    DROP TABLE visit_report_sums, visit_report_days;
  `);
}
