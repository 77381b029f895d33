import type { Knex } from "knex";

/**
 * Standard names for what somebody did and for why something was destroyed; what they hold stays. A server of the version
 * before finds neither. The months of the access log take their parent's names.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE access_log RENAME COLUMN what TO action;
    ALTER TABLE access_log RENAME CONSTRAINT access_log_what_not_null TO access_log_action_not_null;

    ALTER TABLE destruction_register RENAME COLUMN why TO reason;
    ALTER TABLE destruction_register RENAME CONSTRAINT destruction_register_why_check TO destruction_register_reason_check;
    ALTER TABLE destruction_register
      RENAME CONSTRAINT destruction_register_why_not_null TO destruction_register_reason_not_null;

    UPDATE schema_requirements SET oldest_known_migration = '20261224060000_standard_columns.ts';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE schema_requirements SET oldest_known_migration = '20261212091000_visible_names.ts';

    ALTER TABLE destruction_register
      RENAME CONSTRAINT destruction_register_reason_not_null TO destruction_register_why_not_null;
    ALTER TABLE destruction_register RENAME CONSTRAINT destruction_register_reason_check TO destruction_register_why_check;
    ALTER TABLE destruction_register RENAME COLUMN reason TO why;

    ALTER TABLE access_log RENAME CONSTRAINT access_log_action_not_null TO access_log_what_not_null;
    ALTER TABLE access_log RENAME COLUMN action TO what;
  `);
}
