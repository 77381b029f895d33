import { setTimeout } from "node:timers/promises";
import type { Knex } from "knex";

/** Tables with those that reference them, directly or not; cached, since all test databases have the same schema. */
const closures = new Map<string, string[]>();

/** PostgreSQL's error code for NOWAIT. */
const lockNotAvailable = "55P03";

/**
 * Empties tables, and those that reference them, including append-only ones. DELETE, because TRUNCATE creates new files
 * for each table and index and takes ten times as long.
 * @param db as a superuser
 */
export async function truncate(db: Knex, ...tables: string[]): Promise<void> {
  // retries without holding locks, which could cause a deadlock with other connections
  for (const until = Date.now() + 10_000; ; await setTimeout(20)) {
    try {
      await emptyNow(db, tables);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || Date.now() > until) throw error;
    }
  }
}

const emptyNow = (db: Knex, tables: string[]): Promise<void> =>
  db.transaction(async (trx) => {
    const names = await closureOf(trx, tables);
    await trx.raw(
      [
        "SET LOCAL session_replication_role = replica",
        `LOCK TABLE ${names.join(", ")} IN ACCESS EXCLUSIVE MODE NOWAIT`,
        ...names.map((name) => `DELETE FROM ${name}`),
      ].join(";"),
    );
  });

async function closureOf(trx: Knex.Transaction, tables: string[]): Promise<string[]> {
  const key = tables.join();
  const known = closures.get(key);
  if (known) return known;
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `WITH RECURSIVE found (id) AS (
       SELECT name::regclass::oid FROM unnest(?::text[]) AS name
       UNION
       SELECT conrelid FROM pg_constraint JOIN found ON confrelid = id WHERE contype = 'f'
     )
     SELECT id::regclass::text AS name FROM found JOIN pg_class ON pg_class.oid = id WHERE NOT relispartition`,
    [tables],
  );
  const names = rows.map(({ name }) => name);
  closures.set(key, names);
  return names;
}
