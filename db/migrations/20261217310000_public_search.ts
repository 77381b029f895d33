import type { Knex } from "knex";

/** Whoever does not want to be found by strangers is left out of the public host search. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE host_users ADD COLUMN in_public_search boolean NOT NULL DEFAULT true;
    COMMENT ON COLUMN host_users.in_public_search IS
      'False: visitors neither find them nor can name them in a request; staff find them as ever.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE host_users DROP COLUMN in_public_search");
}
