/** How often something may be called. What counts is api/limits.ts. */
import * as z from "zod";

const perMinute = (amount: number) => z.coerce.number().int().min(1).max(1_000_000).default(amount);

export const limitVariables = {
  LIMIT_SUBMIT: perMinute(100),
  LIMIT_UNCHALLENGED: perMinute(10),
  LIMIT_LOOKUP: perMinute(30),
  LIMIT_LOOKUP_NUMBER: perMinute(10),
  LIMIT_HOST_SEARCH: perMinute(300),
  LIMIT_HOST_SEARCH_VISITOR: perMinute(60),
  LIMIT_SIGN_IN: perMinute(10),
  LIMIT_SIGN_IN_LOGIN: perMinute(100),
  LIMIT_NUMBER_MISS: perMinute(20),
  LIMIT_REVEAL: perMinute(30),
  LIMIT_API_KEY: perMinute(600),
  LIMIT_API_KEY_FAILED: perMinute(20),
};

/** Calls a minute, where nothing else is said. */
export interface Limits {
  readonly submit: number;
  /** Submissions after which a challenge is asked for. */
  readonly unchallenged: number;
  /** Calls that one solution of a challenge is good for. */
  readonly solution: number;
  readonly lookup: number;
  readonly lookupNumber: number;
  readonly hostSearch: number;
  /** The same of one visitor, as far as visitors behind an address can be told apart. */
  readonly hostSearchVisitor: number;
  /** Reports of the policy for content. */
  readonly cspReport: number;
  /** By address, or by a device that somebody signed in on. */
  readonly signIn: number;
  /** The same for the second step, counted apart: who proves both factors is not slowed down by it. */
  readonly signInStep: number;
  /** By login id in an hour, from devices that nobody signed in on. */
  readonly signInLogin: number;
  /** Complete numbers that somebody of the staff searches in vain, in ten minutes. */
  readonly numberMiss: number;
  /** Full numbers that somebody of the staff uncovers in an hour. */
  readonly reveal: number;
  /** Calls of one API key, and of an address with keys that are none. */
  readonly apiKey: number;
  readonly apiKeyFailed: number;
  /** How often the same one is searched: once is counted, the rest is not. */
  readonly sameNumberMiss: number;
  /** Refusals of somebody not signed in that the event log keeps: of an address, and in all in an hour. */
  readonly refusal: number;
  readonly refusals: number;
}

/** @param env as it was read */
export const limitsOf = (env: z.output<z.ZodObject<typeof limitVariables>>): Limits => ({
  submit: env.LIMIT_SUBMIT,
  unchallenged: env.LIMIT_UNCHALLENGED,
  solution: 1,
  lookup: env.LIMIT_LOOKUP,
  lookupNumber: env.LIMIT_LOOKUP_NUMBER,
  hostSearch: env.LIMIT_HOST_SEARCH,
  hostSearchVisitor: env.LIMIT_HOST_SEARCH_VISITOR,
  cspReport: 20,
  signIn: env.LIMIT_SIGN_IN,
  // An attempt to set a factor up takes two calls, and people mistype.
  signInStep: env.LIMIT_SIGN_IN * 2,
  signInLogin: env.LIMIT_SIGN_IN_LOGIN,
  numberMiss: env.LIMIT_NUMBER_MISS,
  reveal: env.LIMIT_REVEAL,
  apiKey: env.LIMIT_API_KEY,
  apiKeyFailed: env.LIMIT_API_KEY_FAILED,
  sameNumberMiss: 1_000_000,
  refusal: 1,
  refusals: 200,
});
