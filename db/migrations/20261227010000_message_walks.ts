import type { Knex } from "knex";

/**
 * Messages of a status or an event are walked in the order of their lists, and names by week as those of visits are, so that what
 * is read does not grow with the table. Without the list of entries yet to be sorted in (fastupdate): each week would read it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX sms_messages_status ON sms_messages (status, created_at, id) INCLUDE (visit_id);
    CREATE INDEX sms_messages_event ON sms_messages (event, created_at, id) INCLUDE (visit_id);
    DROP INDEX sms_messages_name;
    CREATE INDEX sms_messages_name ON sms_messages
      USING gin (search_keys(week_number(created_at), search_text(to_name))) WITH (fastupdate = off);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX sms_messages_name, sms_messages_event, sms_messages_status;
    CREATE INDEX sms_messages_name ON sms_messages USING gin (search_pairs(to_name));
  `);
}
