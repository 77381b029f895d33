import { redact } from "./redact.ts";

type Fact = string | number | boolean | readonly Readonly<Record<string, string>>[];

/** Writes one event with its details. Never personal data: no names, numbers or typed texts. */
export type Log = (event: string, facts?: Readonly<Record<string, Fact>>) => void;

/**
 * One line of JSON per event. Strings are redacted, because error messages may name a person or server; lists are kept:
 * a certificate says nothing without its names.
 */
export function createLog(write: (line: string) => void, now: () => number): Log {
  return (event, facts = {}) => {
    const safe = Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === "string" ? redact(fact) : fact,
    ]);
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), event, ...Object.fromEntries(safe) })}\n`);
  };
}
