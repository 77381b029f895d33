/** Some of a pool's connections are for what the public site reads (docs/decisions/server/time-limits.md). */
import { AsyncLocalStorage } from "node:async_hooks";
import { NoConnection } from "./database-unavailable.ts";
import { timeLimits } from "./time-limits.ts";

const storage = new AsyncLocalStorage<boolean>();

/** Does work of the public: its single statements may use the connections that are kept for it. */
export const asPublic = <T>(work: () => T): T => storage.run(true, work);

/** Does work that has to leave them alone, whoever caused it. */
export const asOthers = <T>(work: () => T): T => storage.run(false, work);

export const isPublic = (): boolean => storage.getStore() === true;

/** How many of a pool's connections everybody may take: all but a fifth, which is for the public. */
export const openToAll = (poolSize: number): number =>
  Math.max(1, poolSize - Math.max(1, Math.round(poolSize / 5)));

/** Counts the connections that others than the public have taken. */
export class ConnectionPlaces {
  #free: number;
  readonly #queue = new Set<() => void>();

  /** @param poolSize connections of the pool */
  constructor(poolSize: number) {
    this.#free = openToAll(poolSize);
  }

  /**
   * Takes a place; the public needs none.
   * @returns what gives it back
   * @throws NoConnection where none gets free in time
   */
  async take(): Promise<() => void> {
    if (isPublic()) return () => {};
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    return () => this.#leave();
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#queue.delete(give);
        clearTimeout(timer);
      };
      const give = () => {
        end();
        resolve();
      };
      const timer = setTimeout(() => {
        end();
        reject(new NoConnection("no connection gets free"));
      }, timeLimits.acquire);
      this.#queue.add(give);
    });
  }

  /** Who waits longest gets the place. */
  #leave(): void {
    const [next] = this.#queue;
    if (next) next();
    else this.#free++;
  }
}
