/**
 * How often a caller may do something, counted in the database so that every process counts together
 * (docs/decisions/server/rate-limits.md).
 */
import type { Knex } from "knex";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "#api/errors.ts";
import type { Settings } from "#api/settings.ts";

export type CountedLimit = Exclude<keyof Settings["limits"], "unchallenged">;

export interface Limits {
  /**
   * Counts one call.
   * @param key the caller that is counted: an address, or a keyed hash of a number
   * @returns how many calls of the key there were, this one included
   * @throws HttpError 429 with the seconds to wait
   */
  count(limit: CountedLimit, key: string): Promise<number>;
  /** Takes back one call that was counted. */
  giveBack(limit: CountedLimit, key: string): Promise<void>;
}

/** Limits of calls of the public site, counted over its connections. */
const publicLimits: ReadonlySet<CountedLimit> = new Set([
  ...(["submit", "solution", "lookup", "lookupNumber"] as const),
  ...(["hostSearch", "hostSearchVisitor", "cspReport"] as const),
]);

const minute = 60;
/** Seconds of the window, where that is not a minute. */
const durations: Partial<Record<CountedLimit, number>> = {
  signInLogin: 3_600,
  reveal: 3_600,
  numberMiss: 600,
  sameNumberMiss: 600,
  solution: 600,
  refusals: 3_600,
};

interface Statement {
  readonly text: string;
  readonly values?: readonly Knex.RawBinding[];
}

/** @param publicDb the pool of the public site, where it has one of its own */
export function createLimits(db: Knex, amounts: Settings["limits"], publicDb = db): Limits {
  const limiters = new Map<CountedLimit, RateLimiterPostgres>();
  function limiterOf(limit: CountedLimit): RateLimiterPostgres {
    const known = limiters.get(limit);
    if (known) return known;
    const options = { keyPrefix: limit, points: amounts[limit], duration: durations[limit] ?? minute };
    const pool = publicLimits.has(limit) ? publicDb : db;
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient: {
        // Through Knex, for the pool's statement names and time limits.
        query: async ({ text, values = [] }: Statement) =>
          pool.raw(
            text.replaceAll(/\$(\d+)/g, ":value$1"),
            Object.fromEntries(values.map((value, index) => [`value${index + 1}`, value])),
          ),
      },
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      // A job deletes them by the database's clock.
      clearExpiredByTimeout: false,
      // While the database is away each process counts by itself.
      insuranceLimiter: new RateLimiterMemory(options),
    });
    limiters.set(limit, limiter);
    return limiter;
  }

  return {
    async count(limit, key) {
      const limiter = limiterOf(limit);
      // Rejects with the count above the limit.
      const counted = await limiter.consume(key).catch((above: RateLimiterRes | Error) => above);
      if (!(counted instanceof RateLimiterRes)) throw counted;
      if (counted.msBeforeNext > limiter.duration * 1000) {
        // A process whose clock was ahead began the window.
        await limiter.delete(key);
        return this.count(limit, key);
      }
      if (counted.consumedPoints > limiter.points)
        throw tooManyRequests(Math.max(1, Math.ceil(counted.msBeforeNext / 1000)));
      return counted.consumedPoints;
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(key);
    },
  };
}

/** Forgets the calls of some keys. */
export async function forgetCalls(db: Knex, limit: CountedLimit, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => `${limit}:${key}`);
  await db("rateLimits").whereIn("key", rows).delete();
}
