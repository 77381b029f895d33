import type { Knex } from "knex";

/** The database's clock. */
export async function databaseTime(db: Knex): Promise<Date> {
  const { rows } = await db.raw<{ rows: [{ now: Date }] }>("SELECT clock_timestamp() AS now");
  return rows[0].now;
}
