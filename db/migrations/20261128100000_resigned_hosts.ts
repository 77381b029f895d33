import type { Knex } from "knex";

/** Open visits to hosts who resigned are listed for the desk: found by the few who resigned. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("CREATE INDEX host_users_resigned ON host_users (id) WHERE status = 'resigned'");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP INDEX host_users_resigned");
}
