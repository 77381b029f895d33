/** How often a caller may do something, counted in the database so that every process counts together. */

import type { Knex } from "knex";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "#api/errors.ts";
import type { Settings } from "#api/settings.ts";

export type CountedLimit = keyof Settings["limits"];

export interface Limits {
  /**
   * Counts one call.
   * @param key who is counted: an address, or a keyed hash of a number
   * @throws HttpError 429 with the seconds to wait
   */
  count(limit: CountedLimit, key: string): Promise<void>;
}

const minute = 60;

/** While the database is away each process counts by itself: calls then fail of their own, but not unlimited. */
export function createLimits(db: Knex, amounts: Settings["limits"]): Limits {
  const limiter = (name: CountedLimit) =>
    new RateLimiterPostgres({
      storeClient: db,
      storeType: "knex",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: name,
      points: amounts[name],
      duration: minute,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points: amounts[name], duration: minute }),
    });
  const limiters: Record<CountedLimit, RateLimiterPostgres> = {
    submit: limiter("submit"),
    lookup: limiter("lookup"),
    lookupNumber: limiter("lookupNumber"),
    hostSearch: limiter("hostSearch"),
    signIn: limiter("signIn"),
    signInLogin: limiter("signInLogin"),
  };
  return {
    async count(limit, key) {
      try {
        await limiters[limit].consume(key);
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        throw tooManyRequests(Math.max(1, Math.ceil(result.msBeforeNext / 1000)));
      }
    },
  };
}
