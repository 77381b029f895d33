/**
 * Calls that the process counts by itself and settles with the database some times a second, in one statement for all. A
 * key is asked for in the database first, and again whenever it comes near its limit, so that a restart and other
 * processes give nobody more calls: only what other processes have counted since they settled last is not known.
 */
import type { Knex } from "knex";
import { type CallCount, type CountedCalls, countCalls } from "#db/statements/limits.ts";

const settleMs = 250;
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
    if (known.expire <= Date.now() || points > most) return this.#ask(key, known, 1);
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
    const unsettled = [...this.#keys].filter(([, known]) => known.unsettled > 0);
    await Promise.all(unsettled.map(([key, known]) => this.#ask(key, known, 0)));
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

  /** @param further calls beside those that are not settled */
  async #ask(key: string, known: Known, further: number): Promise<CallCount> {
    // Of a time that is over, nothing is owed.
    const owed = known.expire > Date.now() ? known.unsettled : 0;
    const points = owed + further;
    known.unsettled = 0;
    known.asked += points;
    try {
      const counted = await countCalls(this.#db, { key, seconds: known.seconds, points });
      if (counted.expire !== known.expire || counted.points > known.points) Object.assign(known, counted);
      return counted;
    } catch (error) {
      known.unsettled += owed;
      throw error;
    } finally {
      known.asked -= points;
    }
  }
}
