import type { Knex } from "knex";

/** Whether somebody's board shows the chart of arrivals; folded, so that the list begins higher up. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    "ALTER TABLE host_user_preferences ADD COLUMN arrivals_shown boolean NOT NULL DEFAULT false",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE host_user_preferences DROP COLUMN arrivals_shown");
}
