/**
 * How often a caller may do something, counted in the database so that every process counts together
 * (docs/decisions/server/rate-limits.md).
 */

import type { Knex } from "knex";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "#api/errors.ts";
import type { Settings } from "#api/settings.ts";
import { DatabaseUnavailable } from "#db/connections/database-unavailable.ts";
import { errorCode, isSqlState } from "#db/error-code.ts";
import { type CallCount, countCalls, uncountCall } from "#db/statements/limits.ts";
import { SettledCounts } from "./settled-counts.ts";

export type CountedLimit = Exclude<keyof Settings["limits"], "unchallenged">;

export interface Counted {
  /** How many calls of the key by now, this one included. */
  readonly calls: number;
  /** Of what is kept of the site (`db/kept-site.ts`), where it was read with the count. */
  readonly siteVersion?: string;
}

export interface Limits {
  /**
   * Counts one call.
   * @param key who is counted: an address, or a keyed hash of a number
   * @throws HttpError 429 with the seconds to wait
   */
  count(limit: CountedLimit, key: string): Promise<Counted>;
  /** Takes back one call that was counted. */
  giveBack(limit: CountedLimit, key: string): Promise<void>;
  /** Adds what this process has counted by itself to what the database knows; before the process ends. */
  settle(): Promise<void>;
}

/** Limits against floods, of calls that come with each letter: one more or less, while processes settle, does no harm. */
const settledLimits: ReadonlySet<CountedLimit> = new Set(["hostSearch", "hostSearchVisitor"]);

const minute = 60;
/** Seconds in which calls are counted, where that is not a minute. */
const durations: Partial<Record<CountedLimit, number>> = {
  signInLogin: 3_600,
  reveal: 3_600,
  numberMiss: 600,
  sameNumberMiss: 600,
  solution: 600,
  refusals: 3_600,
};

/** Calls by key of this process alone. @returns as `countCalls` */
async function countHere(limiter: RateLimiterMemory, key: string): Promise<CallCount> {
  const counted = await limiter.consume(key).catch((result) => {
    if (result instanceof RateLimiterRes) return result;
    throw result;
  });
  return { points: counted.consumedPoints, expire: Date.now() + counted.msBeforeNext };
}

/** Nobody answered: not PostgreSQL with an error. */
const isAway = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || !isSqlState(errorCode(error));

/** While the database is away each process counts by itself: calls then fail of their own, but not unlimited. */
export function createLimits(db: Knex, amounts: Settings["limits"]): Limits {
  const secondsOf = (limit: CountedLimit) => durations[limit] ?? minute;
  const ofProcess = new Map<CountedLimit, RateLimiterMemory>();
  const limiterOf = (limit: CountedLimit): RateLimiterMemory => {
    const known = ofProcess.get(limit);
    if (known) return known;
    const limiter = new RateLimiterMemory({ points: amounts[limit], duration: secondsOf(limit) });
    ofProcess.set(limit, limiter);
    return limiter;
  };
  const settled = new SettledCounts(db);
  return {
    async count(limit, key) {
      const calls = { key: `${limit}:${key}`, seconds: secondsOf(limit) };
      const counting = settledLimits.has(limit)
        ? settled.count(calls, amounts[limit] / 2)
        : countCalls(db, calls);
      const { points, expire, ...site } = await counting.catch(async (error) => {
        const counted = await countHere(limiterOf(limit), key);
        // The call's next statement would keep it waiting for as long again.
        if (counted.points <= amounts[limit] && isAway(error)) throw error;
        return counted;
      });
      if (points > amounts[limit])
        throw tooManyRequests(Math.max(1, Math.ceil((expire - Date.now()) / 1000)));
      return { calls: points, ...site };
    },
    giveBack: (limit, key) => uncountCall(db, `${limit}:${key}`),
    settle: () => settled.settle(),
  };
}
