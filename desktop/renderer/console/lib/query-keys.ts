/** First parts of the keys that readings are kept under, and which of them a change touches. */
import type { ChangeKind } from "#contract/live.ts";

const touched: Readonly<Record<ChangeKind, readonly string[]>> = {
  visit: ["visits"],
  pass: ["passes", "visits"],
  configuration: ["configuration", "setUp"],
  // what is chosen from is kept with the configuration
  company: ["configuration", "companies", "hostUsers", "setUp"],
  code: ["configuration", "codes", "setUp"],
  hostUser: ["configuration", "hostUsers", "setUp"],
  text: ["texts", "setUp"],
  sms: ["messages"],
  signage: ["signage"],
  // found by the people of visits, and kept with them
  erasureRequest: ["visits"],
  accessReview: ["accessReview"],
};

/** What is read again where all may have changed. */
export const everything: readonly string[] = [...new Set(Object.values(touched).flat())];

/** A newer server may know kinds that this console does not: then everything is read again. */
export const keysOf = (kind: ChangeKind): readonly string[] => touched[kind] ?? everything;
