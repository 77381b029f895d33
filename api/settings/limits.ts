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

/** Calls a minute unless the comment says otherwise. */
export const limitsOf = (env: z.output<z.ZodObject<typeof limitVariables>>) => ({
  submit: env.LIMIT_SUBMIT,
  /** Submissions after which a challenge is asked for. */
  unchallenged: env.LIMIT_UNCHALLENGED,
  /** Calls that one solution of a challenge is good for. */
  solution: 1,
  lookup: env.LIMIT_LOOKUP,
  lookupNumber: env.LIMIT_LOOKUP_NUMBER,
  hostSearch: env.LIMIT_HOST_SEARCH,
  /** Of one visitor, as far as visitors behind an address can be told apart. */
  hostSearchVisitor: env.LIMIT_HOST_SEARCH_VISITOR,
  /** Reports of violations of the content security policy. */
  cspReport: 20,
  /** By address, or by known device. */
  signIn: env.LIMIT_SIGN_IN,
  /** The second step, counted apart; setting a factor up takes two calls, and people mistype. */
  signInStep: env.LIMIT_SIGN_IN * 2,
  /** By login id in an hour, from unknown devices. */
  signInLogin: env.LIMIT_SIGN_IN_LOGIN,
  /** Complete numbers that a member of staff searches in vain, in ten minutes. */
  numberMiss: env.LIMIT_NUMBER_MISS,
  /** Searches of one number: the first counts as a miss, the rest do not. */
  sameNumberMiss: 1_000_000,
  /** Full numbers that a member of staff uncovers in an hour. */
  reveal: env.LIMIT_REVEAL,
  /** Calls of one API key, and of an address with invalid keys. */
  apiKey: env.LIMIT_API_KEY,
  apiKeyFailed: env.LIMIT_API_KEY_FAILED,
  /** Refusals of unknown callers that the event log keeps: of an address, and of all in an hour. */
  refusal: 1,
  refusals: 200,
});
