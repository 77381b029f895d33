/** Moments that a test has to hit: a call waits for a lock that the test holds. */
import type { Knex } from "knex";
import { eventually } from "../events.ts";

/** Waits until one or more connections of the test's database wait for a lock. */
export async function untilLockIsAwaited(db: Knex, people = 1): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.raw<{ rows: { count: number }[] }>(
      `SELECT count(*) AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (rows[0]?.count ?? 0) >= people;
  });
}

/** Begins something while a row is held, and lets go of it once so many wait. @returns what was begun, done */
export async function meetAt<T>(
  db: Knex,
  row: { readonly table: string; readonly id: number },
  people: number,
  begin: () => Promise<T>,
): Promise<T> {
  const holder = await db.transaction();
  await holder(row.table).where({ id: row.id }).forUpdate().select("id");
  const begun = begin();
  await untilLockIsAwaited(db, people);
  await holder.commit();
  return begun;
}
