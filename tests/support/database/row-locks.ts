/** Calls that wait for a row lock held by the test. */
import type { Knex } from "knex";
import { eventually } from "../events.ts";

/** Waits until this many connections of the test's database are blocked by a lock. */
export async function waitUntilBlocked(db: Knex, count = 1): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.raw<{ rows: { count: number }[] }>(
      `SELECT count(*) AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (rows[0]?.count ?? 0) >= count;
  });
}

/** Starts calls while a row is locked, and unlocks it once `count` of them are blocked. @returns their results */
export async function raceForRow<T>(
  db: Knex,
  row: { readonly table: string; readonly id: number },
  count: number,
  start: () => Promise<T>,
): Promise<T> {
  const holder = await db.transaction();
  await holder(row.table).where({ id: row.id }).forUpdate().select("id");
  const results = start();
  await waitUntilBlocked(db, count);
  await holder.commit();
  return results;
}
