/**
 * Calls that the process counts by itself and settles with the database each second, in one statement for all. A
 * key is asked for in the database first, and again whenever it comes near its limit, so that a restart and other
 * processes give nobody more calls: only what other processes have counted since they settled last is not known.
 */
import type { Knex } from "knex";
import { addCalls, type CallCount, type CountedCalls, countCalls } from "#db/statements/limits.ts";

const settleMs = 1_000;
const maxKeys = 5_000;

/** What is known of a key. */
interface Known {
  readonly seconds: number;
  /** As the database answered last. */
  points: number;
  expire: number;
  /** Calls that the database does not know yet. */
  unsettled: number;
  /** Calls that it is just told of. */
  asked: number;
}

/** Hands over what is not settled. @returns how many calls */
function owe(known: Known): number {
  const points = known.unsettled;
  known.unsettled = 0;
  known.asked += points;
  return points;
}

/** Takes over what the database knows of a key, unless it answered something newer meanwhile. */
function learn(known: Known, counted: CallCount | undefined): void {
  if (counted && (counted.expire !== known.expire || counted.points > known.points))
    Object.assign(known, counted);
}

export class SettledCounts {
  readonly #db: Knex;
  readonly #keys = new Map<string, Known>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Counts a call.
   * @param most so many calls of the key are counted without the database
   * @throws Error where the database is asked and does not answer
   */
  async count({ key, seconds }: CountedCalls, most: number): Promise<CallCount> {
    const known = this.#known(key, seconds);
    const points = known.points + known.asked + known.unsettled + 1;
    if (known.expire <= Date.now() || points > most) return this.#ask(key, known);
    known.unsettled++;
    this.#settleSoon();
    return { points, expire: known.expire };
  }

  #settleSoon(): void {
    this.#timer ??= setTimeout(() => void this.settle().catch(() => {}), settleMs).unref();
  }

  /** Tells the database of all calls that it does not know. What it did not take is told the next time. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#forgetExpired();
    const owed = [...this.#keys].filter(([, known]) => known.unsettled > 0);
    if (owed.length === 0) return;
    const told = owed.map(([key, known]) => ({ key, known, points: owe(known) }));
    try {
      const calls = told.map(({ key, known, points }) => ({ key, seconds: known.seconds, points }));
      const counted = await addCalls(this.#db, calls);
      for (const { key, known } of told) learn(known, counted.get(key));
    } catch (error) {
      for (const { known, points } of told) known.unsettled += points;
      throw error;
    } finally {
      for (const { known, points } of told) known.asked -= points;
    }
  }

  #known(key: string, seconds: number): Known {
    const found = this.#keys.get(key);
    if (found) return found;
    const known = { seconds, points: 0, expire: 0, unsettled: 0, asked: 0 };
    // One that finds no room is asked for in the database each time; settling makes room.
    if (this.#keys.size < maxKeys) this.#keys.set(key, known);
    else this.#settleSoon();
    return known;
  }

  #forgetExpired(): void {
    const now = Date.now();
    for (const [key, { expire, asked }] of this.#keys)
      if (expire <= now && asked === 0) this.#keys.delete(key);
  }

  /** Counts a call with those that are not settled. */
  async #ask(key: string, known: Known): Promise<CallCount> {
    // Of a time that is over, nothing is owed.
    if (known.expire <= Date.now()) known.unsettled = 0;
    const owed = known.unsettled;
    known.unsettled++;
    const points = owe(known);
    try {
      const counted = await countCalls(this.#db, { key, seconds: known.seconds, points });
      learn(known, counted);
      return counted;
    } catch (error) {
      known.unsettled += owed;
      throw error;
    } finally {
      known.asked -= points;
    }
  }
}
