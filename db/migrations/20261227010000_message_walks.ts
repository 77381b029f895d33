import type { Knex } from "knex";

/**
 * Messages are walked in the order of their lists, those of a status or an event, too, and names by week as those of visits are, so
 * that what is read does not grow with the table. Without the list of entries yet to be sorted in (fastupdate): each week would
 * read it. What hides a message is its visit: with that in the indexes they count alone, where vacuum has seen the pages.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX sms_messages_created, sms_messages_name;
    CREATE INDEX sms_messages_created ON sms_messages (created_at, id) INCLUDE (visit_id);
    CREATE INDEX sms_messages_status ON sms_messages (status, created_at, id) INCLUDE (visit_id);
    CREATE INDEX sms_messages_event ON sms_messages (event, created_at, id) INCLUDE (visit_id);
    CREATE INDEX sms_messages_name ON sms_messages
      USING gin (search_keys(week_number(created_at), search_text(to_name))) WITH (fastupdate = off);
    ALTER TABLE sms_messages SET (autovacuum_vacuum_max_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.02,
      vacuum_index_cleanup = on);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sms_messages RESET (autovacuum_vacuum_max_threshold, autovacuum_vacuum_insert_scale_factor, vacuum_index_cleanup);
    DROP INDEX sms_messages_created, sms_messages_status, sms_messages_event, sms_messages_name;
    CREATE INDEX sms_messages_created ON sms_messages (created_at DESC, id DESC);
    CREATE INDEX sms_messages_name ON sms_messages USING gin (search_pairs(to_name));
  `);
}
