import type { Knex } from "knex";

/**
 * Empties tables, and those that point at them, between two tests: also the log of visits, which refuses it otherwise.
 * @param db as a superuser
 */
export const truncate = (db: Knex, ...tables: string[]): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica");
    await trx.raw(`TRUNCATE ${tables.join(", ")} CASCADE`);
  });
