/**
 * Rate limits, counted in the database so that all processes share them (docs/decisions/server/rate-limits.md).
 */
import type { Knex } from "knex";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "#api/errors.ts";
import type { Settings } from "#api/settings.ts";

export type CountedLimit = Exclude<keyof Settings["limits"], "unchallenged">;

/** A limit and its counted key. */
export type LimitedCall = readonly [limit: CountedLimit, key: string];

export type Limits = ReturnType<typeof createLimits>;

/** Limits of the public site, counted over its own connections. */
const publicLimits: ReadonlySet<CountedLimit> = new Set([
  ...(["submit", "solution", "lookup", "lookupNumber", "lookupMiss", "lookupMissAddress"] as const),
  ...(["hostSearch", "hostSearchVisitor", "cspReport"] as const),
]);

/** Counted by each process for itself, so that a staff member's write costs no statement more. */
const localLimits: ReadonlySet<CountedLimit> = new Set(["staffWrite"]);

const minute = 60;
/** Seconds of the window, where it is not a minute. */
const durations: Partial<Record<CountedLimit, number>> = {
  lookupMiss: 3_600,
  lookupMissAddress: 3_600,
  signInLogin: 3_600,
  reveal: 3_600,
  numberMiss: 600,
  sameNumberMiss: 600,
  testMessages: 600,
  solution: 600,
  refusals: 3_600,
};
const durationOf = (limit: CountedLimit) => durations[limit] ?? minute;

/** As the library writes it. */
const rowKey = ([limit, key]: LimitedCall) => `${limit}:${key}`;

interface Statement {
  readonly text: string;
  readonly values?: readonly Knex.RawBinding[];
}

/** @param publicDb pool of the public site */
export function createLimits(db: Knex, amounts: Settings["limits"], publicDb = db) {
  const limiters = new Map<CountedLimit, RateLimiterPostgres | RateLimiterMemory>();
  function limiterOf(limit: CountedLimit): RateLimiterPostgres | RateLimiterMemory {
    const limiter = limiters.get(limit) ?? createLimiter(limit);
    limiters.set(limit, limiter);
    return limiter;
  }

  function createLimiter(limit: CountedLimit): RateLimiterPostgres | RateLimiterMemory {
    const options = { keyPrefix: limit, points: amounts[limit], duration: durationOf(limit) };
    if (localLimits.has(limit)) return new RateLimiterMemory(options);
    const pool = publicLimits.has(limit) ? publicDb : db;
    return new RateLimiterPostgres({
      ...options,
      storeClient: {
        // Through Knex, for the pool's statement names and timeouts.
        query: async ({ text, values = [] }: Statement) =>
          pool.raw(
            text.replaceAll(/\$(\d+)/g, ":value$1"),
            Object.fromEntries(values.map((value, index) => [`value${index + 1}`, value])),
          ),
      },
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      // A job deletes expired rows, by the database's clock.
      clearExpiredByTimeout: false,
      // While the database is unavailable each process counts by itself.
      insuranceLimiter: new RateLimiterMemory(options),
    });
  }

  return {
    /**
     * Counts one call.
     * @param key the counted caller: an address, or a keyed hash of a number
     * @returns calls of the key so far, this one included
     * @throws HttpError 429 with the seconds to wait
     */
    async consume(limit: CountedLimit, key: string): Promise<number> {
      const limiter = limiterOf(limit);
      // The library rejects with the count where the limit is exceeded.
      const counted = await limiter.consume(key).catch((above: RateLimiterRes | Error) => above);
      if (!(counted instanceof RateLimiterRes)) throw counted;
      if (counted.msBeforeNext > limiter.duration * 1000) {
        // The window was started by a process whose clock is ahead.
        await limiter.delete(key);
        return this.consume(limit, key);
      }
      if (counted.consumedPoints > limiter.points)
        throw tooManyRequests(Math.max(1, Math.ceil(counted.msBeforeNext / 1000)));
      return counted.consumedPoints;
    },
    /** Refuses as `consume` would, and counts nothing. One statement for all. @throws HttpError 429 */
    async check(calls: readonly LimitedCall[]): Promise<void> {
      const now = Date.now();
      const rows = await publicDb<{ key: string; points: number; expire: string }>("rateLimits")
        .select("key", "points", "expire")
        .whereIn("key", calls.map(rowKey))
        .where("expire", ">", now);
      const waits = calls.map(([limit, key]) => {
        const row = rows.find((one) => one.key === rowKey([limit, key]));
        const wait = row && row.points >= amounts[limit] ? Number(row.expire) - now : 0;
        // A longer one was started by a process whose clock is ahead.
        return wait > durationOf(limit) * 1000 ? 0 : wait;
      });
      const longest = Math.max(...waits);
      if (longest > 0) throw tooManyRequests(Math.ceil(longest / 1000));
    },
    /** Uncounts one call. */
    async refund(limit: CountedLimit, key: string): Promise<void> {
      await limiterOf(limit).reward(key);
    },
  };
}

/** Deletes the counts of some keys. */
export async function forgetCalls(db: Knex, limit: CountedLimit, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => rowKey([limit, key]));
  await db("rateLimits").whereIn("key", rows).delete();
}
