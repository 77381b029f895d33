import type { Knex } from "knex";

/** The access log of a call: one that is rare was looked for in every row of two years. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("CREATE INDEX access_log_action ON access_log (action, at DESC, id DESC)");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP INDEX access_log_action");
}
