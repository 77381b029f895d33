/** How often a caller may do something, counted in the database so that every process counts together. */

import type { Knex } from "knex";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "#api/errors.ts";
import type { Settings } from "#api/settings.ts";

export type CountedLimit = Exclude<keyof Settings["limits"], "unchallenged">;

export interface Limits {
  /**
   * Counts one call.
   * @param key who is counted: an address, or a keyed hash of a number
   * @returns how many calls of the key are counted by now, this one included
   * @throws HttpError 429 with the seconds to wait
   */
  count(limit: CountedLimit, key: string): Promise<number>;
  /** Takes back one call that was counted. */
  giveBack(limit: CountedLimit, key: string): Promise<void>;
}

const minute = 60;
/** Seconds in which calls are counted, where that is not a minute. */
const durations: Partial<Record<CountedLimit, number>> = {
  signInLogin: 3_600,
  numberMiss: 600,
  sameNumberMiss: 600,
  solution: 600,
};

interface Sent {
  readonly text: string;
  readonly values: readonly Knex.Value[];
}

/**
 * What the limiter knows of a store. By itself it would take connections out of the pool and send statements past its
 * limits of time, with names that a pooler does not know.
 */
const storeOf = (db: Knex) => ({
  query({ text, values }: Sent): Knex.Raw {
    const bindings: Knex.Value[] = [];
    const sql = text.replace(/\$(\d+)/g, (_, place) => {
      bindings.push(values[Number(place) - 1] ?? null);
      return "?";
    });
    return db.raw(sql, bindings);
  },
});

/** While the database is away each process counts by itself: calls then fail of their own, but not unlimited. */
export function createLimits(db: Knex, amounts: Settings["limits"]): Limits {
  const limiter = (name: CountedLimit) => {
    const counted = { keyPrefix: name, points: amounts[name], duration: durations[name] ?? minute };
    return new RateLimiterPostgres({
      storeClient: storeOf(db),
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      ...counted,
      insuranceLimiter: new RateLimiterMemory(counted),
    });
  };
  const limiters: Record<CountedLimit, RateLimiterPostgres> = {
    submit: limiter("submit"),
    lookup: limiter("lookup"),
    lookupNumber: limiter("lookupNumber"),
    hostSearch: limiter("hostSearch"),
    signIn: limiter("signIn"),
    signInLogin: limiter("signInLogin"),
    solution: limiter("solution"),
    numberMiss: limiter("numberMiss"),
    sameNumberMiss: limiter("sameNumberMiss"),
  };
  return {
    async count(limit, key) {
      try {
        return (await limiters[limit].consume(key)).consumedPoints;
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        throw tooManyRequests(Math.max(1, Math.ceil(result.msBeforeNext / 1000)));
      }
    },
    async giveBack(limit, key) {
      await limiters[limit].reward(key);
    },
  };
}
