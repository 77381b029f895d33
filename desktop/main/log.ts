/** Writes one event with its facts. Never personal data: no names, numbers, typed texts. */
export type Log = (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void;

/** One line of JSON an event. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  return (event, facts = {}) =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), event, ...facts })}\n`);
}
