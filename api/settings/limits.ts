/** Amounts of the rate limits; their windows are in api/limits.ts. */
import * as z from "zod";

const limit = (amount: number) => z.coerce.number().int().min(1).max(1_000_000).default(amount);

export const limitVariables = {
  LIMIT_SUBMIT: limit(100),
  LIMIT_UNCHALLENGED: limit(10),
  LIMIT_LOOKUP: limit(30),
  LIMIT_LOOKUP_NUMBER: limit(10),
  LIMIT_LOOKUP_MISS: limit(20),
  LIMIT_HOST_SEARCH: limit(300),
  LIMIT_HOST_SEARCH_VISITOR: limit(60),
  LIMIT_SIGN_IN: limit(10),
  LIMIT_SIGN_IN_LOGIN: limit(100),
  LIMIT_NUMBER_MISS: limit(20),
  LIMIT_REVEAL: limit(30),
  LIMIT_STAFF_WRITE: limit(600),
  LIMIT_API_KEY: limit(600),
  LIMIT_API_KEY_FAILED: limit(20),
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
  /** Counts repeated searches for one number, of which only the first is a miss; practically unlimited. */
  sameNumberMiss: 1_000_000,
  /** Test messages of the set-up list, per user and ten minutes. */
  testMessages: 5,
  /** Unmasked numbers per user and hour. */
  reveal: env.LIMIT_REVEAL,
  /** Writes per user, each of which may add to the event log; counted by each process in memory. */
  staffWrite: env.LIMIT_STAFF_WRITE,
  /** Calls per API key, and invalid keys per address. */
  apiKey: env.LIMIT_API_KEY,
  apiKeyFailed: env.LIMIT_API_KEY_FAILED,
  /** Refusals in the event log: of unauthenticated callers, per address. */
  refusal: 1,
  /** Of all unauthenticated callers, per hour. */
  refusals: 200,
  /** Per user or API key. */
  callerRefusal: 20,
});
