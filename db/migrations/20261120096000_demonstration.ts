import type { Knex } from "knex";

/**
 * What the demonstration has to remember so that its dates can move along: which visits and log rows are
 * its own, and the day they stand at. No row where the data is not ours.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE demonstration (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      last_visit_id integer NOT NULL,
      first_today_id integer NOT NULL,
      last_log_id bigint NOT NULL,
      moved_on date NOT NULL,
      CHECK (first_today_id <= last_visit_id)
    );
    COMMENT ON COLUMN demonstration.last_visit_id IS 'visits up to here were made by the seed';
    COMMENT ON COLUMN demonstration.first_today_id IS 'from here on they were laid around the present hour';
    COMMENT ON COLUMN demonstration.last_log_id IS 'visit_logs up to here were made by the seed';
    COMMENT ON COLUMN demonstration.moved_on IS 'the day, by the site''s calendar, that counts as today';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE demonstration");
}
