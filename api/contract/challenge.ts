/**
 * A challenge that a browser solves by itself: work that costs one person nothing, and a flood of calls a lot. No third
 * party, no puzzle (docs/decisions/server/rate-limits.md).
 */

/** Carries the token and the number that solves it, "token:number". */
export const solutionHeader = "Challenge-Solution";

/** What a token asks for: a number with which the hash of "text:number" (SHA-256) begins with so many zero bits. */
export interface Challenge {
  readonly bits: number;
  readonly text: string;
}

/** Reads a token, "bits.text.…"; undefined where it is none. */
export function challengeOf(token: string): Challenge | undefined {
  const [, bits, text] = /^(\d{1,2})\.([\w-]{1,40})\./.exec(token) ?? [];
  return bits === undefined || text === undefined ? undefined : { bits: Number(bits), text };
}
