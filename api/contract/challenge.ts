/**
 * A proof-of-work challenge that the browser solves by itself: cheap for one person, expensive for a flood of calls. It
 * needs no third party and no puzzle (docs/decisions/server/rate-limits.md).
 */

/** Carries the token and the number that solves it, "token:number". */
export const solutionHeader = "Challenge-Solution";

/** The solution is a number for which the SHA-256 hash of "text:number" begins with `bits` zero bits. */
export interface Challenge {
  readonly bits: number;
  readonly text: string;
}

/** Reads a token, "bits.text.…". @returns undefined where it is malformed */
export function challengeOf(token: string): Challenge | undefined {
  const [, bits, text] = /^(\d{1,2})\.([\w-]{1,40})\./.exec(token) ?? [];
  return bits === undefined || text === undefined ? undefined : { bits: Number(bits), text };
}
