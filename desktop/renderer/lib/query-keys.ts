/** First parts of the keys that readings are kept under, and which of them a change touches. */
import type { ChangeKind } from "#contract/live.ts";

const touched: Readonly<Record<ChangeKind, readonly string[]>> = {
  visit: ["visits"],
  pass: ["passes", "visits"],
  configuration: ["configuration"],
  // what is chosen from is kept with the configuration
  company: ["configuration"],
  code: ["configuration"],
  hostUser: ["configuration"],
  // no screen shows these yet
  text: [],
  sms: ["messages"],
  signage: [],
};

/** First parts of all keys that changes touch. */
export const everything = ["visits", "passes", "configuration", "messages"] as const;

/** A newer server may know kinds that this console does not: then everything is read again. */
export const keysOf = (kind: ChangeKind): readonly string[] => touched[kind] ?? everything;
