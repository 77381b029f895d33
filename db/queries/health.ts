import type { Knex } from "knex";

/** Whether the database answers. */
export const isReachable = (db: Knex): Promise<boolean> =>
  db.raw("SELECT 1").then(
    () => true,
    () => false,
  );
