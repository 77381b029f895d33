/** Helpers of the seeds: the demonstration's clock, a seeded random generator, and inserts. */
import type { Knex } from "knex";
import { fromInstant, toInstant } from "#contract/dates.ts";

/*
 * The demonstration counts in minutes of the site's clock from midnight of today: 570 is half past nine today, 570 - day
 * the same time yesterday. Fractions are seconds.
 */
export const zone = "Asia/Seoul";

/** Minutes of a day; constant, because Seoul has no daylight saving time. */
export const day = 24 * 60;

export const clock = (hour: number, minute = 0): number => hour * 60 + minute;

/** The day of a minute, relative to today. */
export const dayOf = (minutes: number): number => Math.floor(minutes / day);

/** Rounds down to the ten-minute step of the form. */
export const stepped = (minutes: number): number => Math.floor(minutes / 10) * 10;

export class Calendar {
  /** "YYYY-MM-DD" */
  readonly today: string;
  /** Minutes since midnight. */
  readonly minute: number;
  readonly #midnight: number;

  constructor(now: Date) {
    this.today = fromInstant(now, zone).slice(0, 10);
    this.#midnight = toInstant(`${this.today} 00:00`, zone).getTime();
    this.minute = (now.getTime() - this.#midnight) / 60_000;
  }

  at(minutes: number): Date {
    return new Date(this.#midnight + Math.round(minutes * 60) * 1000);
  }

  /** "YYYY-MM-DD" */
  dateOf(minutes: number): string {
    return fromInstant(this.at(minutes), zone).slice(0, 10);
  }
}

/** Seeded random generator: the same people and visits on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** In [0, 1) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer, both ends included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return at(list, this.between(0, list.length - 1));
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.between(0, 255));
  }
}

/** The element at an index, modulo the length. */
export function at<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new Error("an empty list has nothing to give");
  return list[index % list.length] as T;
}

const chunkSize = 50;

/** Inserts rows in chunks; returns their ids in the same order. */
export async function insertAll(knex: Knex, table: string, rows: readonly object[]): Promise<number[]> {
  const ids: number[] = [];
  for (let first = 0; first < rows.length; first += chunkSize) {
    const inserted: { id: number }[] = await knex(table)
      .insert(rows.slice(first, first + chunkSize))
      .returning("id");
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}
