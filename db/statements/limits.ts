/** Calls counted by a key, in every process together. The limiter's clock is the process's, in milliseconds. */
import type { Knex } from "knex";
import { gather } from "../gather.ts";

export interface CountedCalls {
  readonly key: string;
  /** How long a key that begins to be counted now is counted for. */
  readonly seconds: number;
  /** How many calls are counted; one unless given. */
  readonly points?: number;
}

export interface CallCount {
  /** These calls included. */
  readonly points: number;
  /** When the key begins anew. */
  readonly expire: number;
  /** Of what is kept of the site, as read with the count; undefined where the database was not asked. */
  readonly siteVersion?: string;
}

interface Row extends CallCount {
  readonly key: string;
}

// In the order of the keys, so that two processes with the same ones never wait for each other in a ring.
const upsert = `INSERT INTO rate_limits AS known (key, points, expire)
  SELECT key, points, expire FROM unnest(:keys::text[], :points::integer[], :expires::bigint[]) AS asked (key, points, expire)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN known.expire <= :now THEN excluded.points ELSE known.points + excluded.points END,
    expire = CASE WHEN known.expire <= :now THEN excluded.expire ELSE known.expire END
  RETURNING key, points, expire, (SELECT version FROM site_version) AS "siteVersion"`;

/** Counts calls of different keys, in one statement. @returns each key's count */
export async function addCalls(
  db: Knex,
  calls: readonly CountedCalls[],
  now = Date.now(),
): Promise<ReadonlyMap<string, CallCount>> {
  const { rows } = await db.raw<{ rows: Row[] }>(upsert, {
    keys: calls.map(({ key }) => key),
    points: calls.map(({ points = 1 }) => points),
    expires: calls.map(({ seconds }) => now + seconds * 1000),
    now,
  });
  return new Map(rows.map(({ key, ...count }) => [key, count]));
}

/** Counts calls of a key; those that are counted at the same time share a statement. */
export const countCalls = gather(async (db, asked: readonly CountedCalls[]): Promise<CallCount[]> => {
  const now = Date.now();
  const sums = new Map<string, Required<CountedCalls>>();
  for (const { key, seconds, points = 1 } of asked) {
    const sum = sums.get(key);
    sums.set(key, sum ? { ...sum, points: sum.points + points } : { key, seconds, points });
  }
  const counted = await addCalls(db, [...sums.values()], now);
  // The last of a key's calls has the count of all of them.
  const places = new Map<string, number>();
  return asked.map(({ key, points: own = 1 }) => {
    const place = (places.get(key) ?? 0) + own;
    places.set(key, place);
    const { points = 0, expire = now, ...site } = counted.get(key) ?? {};
    return { points: points - (sums.get(key)?.points ?? 0) + place, expire, ...site };
  });
});

/** Takes back one call that was counted. */
export async function uncountCall(db: Knex, key: string): Promise<void> {
  await db.raw("UPDATE rate_limits SET points = points - 1 WHERE key = ? AND expire > ?", [key, Date.now()]);
}
