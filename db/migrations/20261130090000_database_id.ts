import type { Knex } from "knex";

/** An id of the database's own, which the folder of its uploaded files carries. A copy of the database keeps it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE configuration ADD COLUMN database_id uuid NOT NULL DEFAULT gen_random_uuid();
    COMMENT ON COLUMN configuration.database_id IS 'Never changed: the folder of uploaded files carries it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE configuration DROP COLUMN database_id");
}
