import type { Knex } from "knex";

/**
 * Messages stay when they were erased, without visit, number and name, because they are counted: the one table that grows for
 * good. What they lack, the indexes of it leave out, so that those hold messages that somebody may still ask for
 * (docs/decisions/server/database/partitions.md).
 */
const indexes = (isPartial: boolean) => {
  const where = (condition: string) => (isPartial ? ` WHERE ${condition}` : "");
  return `
    DROP INDEX sms_messages_visit, sms_messages_number, sms_messages_last_four, sms_messages_name;
    CREATE INDEX sms_messages_visit ON sms_messages (visit_id, created_at DESC)${where("visit_id IS NOT NULL")};
    CREATE INDEX sms_messages_number ON sms_messages (cell_hash)${where("cell_hash IS NOT NULL")};
    CREATE INDEX sms_messages_last_four ON sms_messages (cell_last_four_hash)${where("cell_last_four_hash IS NOT NULL")};
    CREATE INDEX sms_messages_name ON sms_messages
      USING gin (search_keys(week_number(created_at), search_text(to_name))) WITH (fastupdate = off)${where("to_name <> ''")};`;
};

export async function up(knex: Knex): Promise<void> {
  await knex.raw(indexes(true));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(indexes(false));
}
