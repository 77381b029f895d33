import type { Knex } from "knex";

/** Messages with a lookup's code are thrown away by the minute; so they are found without a look at all others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    "CREATE INDEX sms_messages_lookup_codes ON sms_messages (created_at) WHERE event = 'lookupCode'",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP INDEX sms_messages_lookup_codes");
}
