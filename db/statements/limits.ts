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
}

interface Row extends CallCount {
  readonly key: string;
}

const sumOf = (calls: readonly CountedCalls[]): number =>
  calls.reduce((sum, { points = 1 }) => sum + points, 0);

// In the order of the keys, so that two processes with the same ones never wait for each other in a ring.
const upsert = `INSERT INTO rate_limits AS known (key, points, expire)
  SELECT key, points, expire FROM unnest(:keys::text[], :points::integer[], :expires::bigint[]) AS asked (key, points, expire)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN known.expire <= :now THEN excluded.points ELSE known.points + excluded.points END,
    expire = CASE WHEN known.expire <= :now THEN excluded.expire ELSE known.expire END
  RETURNING key, points, expire`;

/** Counts calls of a key. */
export const countCalls = gather(async (db, asked: readonly CountedCalls[]): Promise<CallCount[]> => {
  const now = Date.now();
  const byKey = Map.groupBy(asked, ({ key }) => key);
  const sums = new Map([...byKey].map(([key, calls]) => [key, sumOf(calls)]));
  const { rows } = await db.raw<{ rows: Row[] }>(upsert, {
    keys: [...byKey.keys()],
    points: [...sums.values()],
    expires: [...byKey.values()].map(([calls]) => now + (calls?.seconds ?? 0) * 1000),
    now,
  });
  const counted = new Map(rows.map((row) => [row.key, row]));
  // The last of a key's calls has the count of all of them.
  const places = new Map<string, number>();
  return asked.map(({ key, points: own = 1 }) => {
    const place = (places.get(key) ?? 0) + own;
    places.set(key, place);
    const { points = 0, expire = now } = counted.get(key) ?? {};
    return { points: points - (sums.get(key) ?? 0) + place, expire };
  });
});

/** Takes back one call that was counted. */
export async function uncountCall(db: Knex, key: string): Promise<void> {
  await db.raw("UPDATE rate_limits SET points = points - 1 WHERE key = ? AND expire > ?", [key, Date.now()]);
}
