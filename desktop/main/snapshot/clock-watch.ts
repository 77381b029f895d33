/** Differences up to this count as equal. */
const tolerance = 5 * 60_000;

interface Options {
  /** wall clock, milliseconds since 1970 */
  readonly now: () => number;
  /** monotonic clock, milliseconds since boot */
  readonly uptime: () => number;
}

export type ClockWatch = ReturnType<typeof createClockWatch>;

/** Milliseconds by which one clock is ahead of another; 0 within the tolerance. */
export const clockAhead = (one: number, other: number): number =>
  Math.abs(one - other) > tolerance ? one - other : 0;

/** Detects changes of the computer's clock while the app runs or since a timestamp was written. */
export function createClockWatch({ now, uptime }: Options) {
  let offset = now() - uptime();
  return {
    now,
    /** Accepts the current time as correct. */
    settle(): void {
      offset = now() - uptime();
    },
    /** @param since timestamp of this clock */
    hasMoved: (since: number): boolean =>
      clockAhead(now() - uptime(), offset) !== 0 || now() < since - tolerance,
  };
}
