import * as z from "zod/mini";

/** Milliseconds that the program waits. */
const waits = {
  /** between two questions to the page whether it still runs */
  pagePingMs: 2_000,
  /** for the answer of a server whose address is checked */
  serverCheckMs: 8_000,
  /** without a byte until a connection counts as lost: three heartbeats of an event stream */
  silenceMs: 60_000,
  /** between two notifications of a kind; what comes meanwhile is added to the next */
  notificationMs: 10_000,
};

const given = z.strictObject({
  pagePingMs: z.optional(z.int().check(z.positive())),
  serverCheckMs: z.optional(z.int().check(z.positive())),
  silenceMs: z.optional(z.int().check(z.positive())),
  notificationMs: z.optional(z.int().check(z.positive())),
});

export type Timing = Readonly<typeof waits>;

/**
 * The waits of the program. One that is not packaged can be given others in DESKTOP_TIMING, a JSON object with some of
 * the names above.
 * @throws SyntaxError or ZodError where DESKTOP_TIMING is not that
 */
export function readTiming(isPackaged: boolean, env: Readonly<Record<string, string | undefined>>): Timing {
  const { DESKTOP_TIMING: text } = env;
  return isPackaged || !text ? waits : { ...waits, ...given.parse(JSON.parse(text)) };
}
