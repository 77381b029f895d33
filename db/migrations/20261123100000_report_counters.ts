import type { Knex } from "knex";

/**
 * What reports tell of destroyed visits beyond the counters that there are: how many were applied for on the
 * day itself, and at which hours people came in. Hours stand by themselves, so that no line tells more of a day
 * than how many came at an hour.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE visit_statistics ADD COLUMN same_day integer NOT NULL DEFAULT 0,
      ADD CONSTRAINT visit_statistics_same_day CHECK (same_day BETWEEN 0 AND visits);
    COMMENT ON COLUMN visit_statistics.same_day IS 'visits that were applied for on the day of their start';

    CREATE TABLE visit_hour_statistics (
      day date NOT NULL,
      hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
      arrived integer NOT NULL CHECK (arrived > 0),
      PRIMARY KEY (day, hour)
    );
    COMMENT ON TABLE visit_hour_statistics IS 'destroyed visits of people who came in, by the hour of their last entry';
    COMMENT ON COLUMN visit_hour_statistics.day IS 'of the start, by the site''s calendar';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE visit_hour_statistics;
    ALTER TABLE visit_statistics DROP COLUMN same_day;
  `);
}
