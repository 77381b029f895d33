/**
 * Solves proof-of-work challenges. Implements SHA-256, because the browser's requires https and its asynchronous calls
 * cost more than the hash.
 */
import { challengeOf } from "#contract/challenge.ts";

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);

/** First 32 bits of a root's fractional part (FIPS 180-4). */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const words = new Int32Array(64);
const at = (array: Int32Array, index: number): number => array[index] as number;
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/**
 * First 32 bits of a text's SHA-256, unsigned.
 * @param text at most 55 ASCII characters: one block
 */
export function hashStart(text: string): number {
  words.fill(0);
  for (let i = 0; i <= text.length; i++) {
    const byte = i === text.length ? 0x80 : text.charCodeAt(i);
    words[i >> 2] = at(words, i >> 2) | (byte << (24 - 8 * (i & 3)));
  }
  words[15] = text.length * 8;
  for (let i = 16; i < 64; i++) {
    const near = at(words, i - 2);
    const far = at(words, i - 15);
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[i] = (at(words, i - 16) + small + at(words, i - 7) + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = start;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at(constants, i) + at(words, i)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (at(start, 0) + a) >>> 0;
}

/** Attempts before yielding to the event loop. */
const atOnce = 5_000;

/** @returns the solution; undefined for an invalid token */
export async function solve(token: string): Promise<number | undefined> {
  const challenge = challengeOf(token);
  if (!challenge) return undefined;
  const { text, bits } = challenge;
  for (let number = 0; ; number++) {
    if (Math.clz32(hashStart(`${text}:${number}`)) >= bits) return number;
    if (number % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve));
  }
}
