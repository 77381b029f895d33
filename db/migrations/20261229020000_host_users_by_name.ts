import type { Knex } from "knex";

/** The list of host users as it opens is read in its order: of a hundred thousand people a page, and not all of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("CREATE INDEX host_users_name ON host_users (name, department, id)");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP INDEX host_users_name");
}
