/**
 * Places for transactions: they may wait for locks, and must not take every connection with them
 * (docs/decisions/server/time-limits.md).
 */
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { timeLimits } from "./time-limits.ts";

export interface Slot {
  /** How long the transaction may wait for locks, in milliseconds. */
  readonly lockMs: number;
  /** @param gaveUp it waited for a lock in vain */
  release(gaveUp: boolean): void;
}

/** What is left of the time for locks after some of it has passed. */
export const lockMsLeft = (lockMs: number, passedMs: number): number =>
  Math.min(lockMs, Math.max(timeLimits.leastLock, Math.round(lockMs - passedMs)));

/**
 * Half of a pool's connections are for transactions. Where these have all been busy for half a second without one
 * ending well, they wait for locks: then one more in ten may begin, which gives up at once where something is locked.
 * What is left is for reads.
 */
export class TransactionSlots {
  readonly #max: number;
  readonly #maxExtra: number;
  #taken = 0;
  #extraTaken = 0;
  /** When one of them ended well, or the first of them began. */
  #movedAt = 0;
  readonly #queue = new Set<(slot: Slot) => void>();

  /** @param poolSize connections of the pool */
  constructor(poolSize: number) {
    this.#max = Math.max(1, Math.floor(poolSize / 2));
    this.#maxExtra = Math.round(poolSize / 10);
  }

  /** @throws DatabaseUnavailable where none gets free in time */
  async take(): Promise<Slot> {
    const slot = this.#queue.size === 0 ? this.#free() : undefined;
    return slot ?? this.#wait();
  }

  #wait(): Promise<Slot> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const give = (slot: Slot) => {
        end();
        const isMoving = !this.#isStuck();
        resolve(isMoving ? slot : { ...slot, lockMs: lockMsLeft(slot.lockMs, performance.now() - began) });
      };
      const look = setInterval(() => {
        this.#serve();
        const waited = performance.now() - began;
        if (!this.#queue.has(give) || waited < timeLimits.lock) return;
        // A queue that moves is worth waiting in.
        if (waited < timeLimits.acquire && !this.#isStuck()) return;
        end();
        reject(new DatabaseUnavailable("too many transactions wait"));
      }, timeLimits.jam / 5);
      const end = () => {
        this.#queue.delete(give);
        clearInterval(look);
      };
      this.#queue.add(give);
    });
  }

  #isStuck(): boolean {
    return performance.now() - this.#movedAt >= timeLimits.jam;
  }

  #free(): Slot | undefined {
    if (this.#taken < this.#max) {
      if (this.#taken === 0) this.#movedAt = performance.now();
      this.#taken++;
      return this.#slot(timeLimits.lock, (gaveUp) => {
        this.#taken--;
        if (!gaveUp) this.#movedAt = performance.now();
      });
    }
    if (this.#extraTaken >= this.#maxExtra || !this.#isStuck()) return undefined;
    this.#extraTaken++;
    return this.#slot(timeLimits.lockWhileOthersWait, () => this.#extraTaken--);
  }

  #slot(lockMs: number, leave: (gaveUp: boolean) => void): Slot {
    return {
      lockMs,
      release: (gaveUp) => {
        leave(gaveUp);
        this.#serve();
      },
    };
  }

  #serve(): void {
    for (const give of this.#queue) {
      const slot = this.#free();
      if (!slot) return;
      give(slot);
    }
  }
}
