import type { Knex } from "knex";

/** Whether the database answers. */
export const isReachable = (db: Knex): Promise<boolean> =>
  db.raw("SELECT 1").then(
    () => true,
    () => false,
  );

/** The database's clock. */
export async function databaseTime(db: Knex): Promise<Date> {
  const { rows } = await db.raw<{ rows: [{ now: Date }] }>("SELECT clock_timestamp() AS now");
  return rows[0].now;
}
