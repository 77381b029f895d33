/** Numbers of the rate limits; api/limits.ts counts. */
import * as z from "zod";

const perMinute = (amount: number) => z.coerce.number().int().min(1).max(1_000_000).default(amount);

export const limitVariables = {
  LIMIT_SUBMIT: perMinute(100),
  LIMIT_UNCHALLENGED: perMinute(10),
  LIMIT_LOOKUP: perMinute(30),
  LIMIT_LOOKUP_NUMBER: perMinute(10),
  LIMIT_LOOKUP_MISS: perMinute(20),
  LIMIT_HOST_SEARCH: perMinute(300),
  LIMIT_HOST_SEARCH_VISITOR: perMinute(60),
  LIMIT_SIGN_IN: perMinute(10),
  LIMIT_SIGN_IN_LOGIN: perMinute(100),
  LIMIT_NUMBER_MISS: perMinute(20),
  LIMIT_REVEAL: perMinute(30),
  LIMIT_STAFF_WRITE: perMinute(600),
  LIMIT_API_KEY: perMinute(600),
  LIMIT_API_KEY_FAILED: perMinute(20),
};

/** Calls per minute unless noted otherwise. */
export const limitsOf = (env: z.output<z.ZodObject<typeof limitVariables>>) => ({
  submit: env.LIMIT_SUBMIT,
  /** Submissions before a challenge is required. */
  unchallenged: env.LIMIT_UNCHALLENGED,
  /** Calls per solved challenge. */
  solution: 1,
  lookup: env.LIMIT_LOOKUP,
  lookupNumber: env.LIMIT_LOOKUP_NUMBER,
  /** Lookups without a result per hour: by name, by number, and by address, which many visitors may share. */
  lookupMiss: env.LIMIT_LOOKUP_MISS,
  lookupMissAddress: env.LIMIT_LOOKUP_MISS * 10,
  hostSearch: env.LIMIT_HOST_SEARCH,
  /** Per visitor, as far as visitors behind an address can be told apart. */
  hostSearchVisitor: env.LIMIT_HOST_SEARCH_VISITOR,
  /** Reports of CSP violations. */
  cspReport: 20,
  /** By address, or by known device. */
  signIn: env.LIMIT_SIGN_IN,
  /** The second step; setting a factor up takes two calls, and users mistype. */
  signInStep: env.LIMIT_SIGN_IN * 2,
  /** By login id per hour, from unknown devices. */
  signInLogin: env.LIMIT_SIGN_IN_LOGIN,
  /** Searches for complete numbers without a result, per user and ten minutes. */
  numberMiss: env.LIMIT_NUMBER_MISS,
  /** Searches for one number: the first counts as a miss, repetitions do not. */
  sameNumberMiss: 1_000_000,
  /** Unmasked numbers per user and hour. */
  reveal: env.LIMIT_REVEAL,
  /** Writes per user, each of which may add to the event log; counted by each process in memory. */
  staffWrite: env.LIMIT_STAFF_WRITE,
  /** Calls per API key, and invalid keys per address. */
  apiKey: env.LIMIT_API_KEY,
  apiKeyFailed: env.LIMIT_API_KEY_FAILED,
  /** Refusals in the event log: of unauthenticated callers per address, and in all per hour; of a user or API key. */
  refusal: 1,
  refusals: 200,
  callerRefusal: 20,
});
