import type { Knex } from "knex";

/** Messages to numbers without a visit have no visit to go with: they are erased by their own age. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    "CREATE INDEX sms_messages_bare ON sms_messages (created_at) WHERE visit_id IS NULL AND erased_at IS NULL",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP INDEX sms_messages_bare");
}
