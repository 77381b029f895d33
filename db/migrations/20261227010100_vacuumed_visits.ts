import type { Knex } from "knex";

/**
 * Lists count in an index alone where vacuum has seen the pages (docs/decisions/server/database/visit-indexes.md), and the newest visits
 * are those that change and are read. In a large table these are so small a part of it that vacuum would come late (at a fiftieth
 * of all) and leave their dead entries in the indexes (below a fiftieth of all pages), and with them the pages unseen.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    "ALTER TABLE visits SET (autovacuum_vacuum_max_threshold = 20000, vacuum_index_cleanup = on)",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("ALTER TABLE visits RESET (autovacuum_vacuum_max_threshold, vacuum_index_cleanup)");
}
