/** Clocks that agree this far agree well enough. */
const tolerance = 5 * 60_000;

interface Options {
  /** milliseconds since 1970, as the computer believes */
  readonly now: () => number;
  /** milliseconds since the computer was started; nobody can set it */
  readonly uptime: () => number;
}

export type ClockWatch = ReturnType<typeof createClockWatch>;

/** Milliseconds by which one clock is ahead of another; 0 where they agree well enough. */
export const clockAhead = (one: number, other: number): number =>
  Math.abs(one - other) > tolerance ? one - other : 0;

/** Notices when the computer's clock is set while the program runs, or since something was written. */
export function createClockWatch({ now, uptime }: Options) {
  let offset = now() - uptime();
  return {
    now,
    /** What the clock shows now is taken for right. */
    settle(): void {
      offset = now() - uptime();
    },
    /** @param since when something was written, by this clock */
    hasMoved: (since: number): boolean =>
      clockAhead(now() - uptime(), offset) !== 0 || now() < since - tolerance,
  };
}
