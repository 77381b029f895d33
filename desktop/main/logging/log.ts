import { redact } from "./redact.ts";

/** Writes one event with its facts. Never personal data: no names, numbers, typed texts. */
export type Log = (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void;

/** One line of JSON an event. What could name a person or a server in a fact, say in an error's words, is taken out. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  return (event, facts = {}) => {
    const safe = Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === "string" ? redact(fact) : fact,
    ]);
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), event, ...Object.fromEntries(safe) })}\n`);
  };
}
