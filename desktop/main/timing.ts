import * as z from "zod/mini";

/** Intervals and timeouts in milliseconds. */
const defaults = {
  /** between two pings of the page */
  pagePingMs: 2_000,
  /** timeout of a server check */
  serverCheckMs: 8_000,
  /** idle time after which a connection counts as lost: three heartbeats of an event stream */
  silenceMs: 60_000,
  /** between two notifications of a kind; events in between are added to the next */
  notificationMs: 10_000,
};

const overrides = z.strictObject({
  pagePingMs: z.optional(z.int().check(z.positive())),
  silenceMs: z.optional(z.int().check(z.positive())),
  notificationMs: z.optional(z.int().check(z.positive())),
});

export type Timing = Readonly<typeof defaults>;

/**
 * Reads the intervals. An unpackaged app accepts overrides in DESKTOP_TIMING, a JSON object with some of the names
 * above.
 * @throws SyntaxError or ZodError when DESKTOP_TIMING is invalid
 */
export function readTiming(isPackaged: boolean, env: Readonly<Record<string, string | undefined>>): Timing {
  const { DESKTOP_TIMING: text } = env;
  return isPackaged || !text ? defaults : { ...defaults, ...overrides.parse(JSON.parse(text)) };
}
