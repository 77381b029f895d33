/** One statement for all who ask for the same kind of thing while another such statement is under way. */
import type { Knex } from "knex";
import { DatabaseUnavailable } from "./connection.ts";
import { errorCode, isSqlState } from "./error-code.ts";

interface Asked<Input, Answer> {
  readonly input: Input;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface GatherOptions<Input> {
  /** Only inputs of the same key go together, and wait for no others; all unless given. */
  readonly keyOf?: (input: Input) => string;
  /** At most so many go into one statement. */
  readonly maxInputs?: number;
  /**
   * For what may wait for locks: nobody waits longer for a statement of somebody else alone, also where it is tried again after it
   * failed with others. One of several is waited for: it has to give up on locks by itself.
   */
  readonly maxWaitMs?: number;
}

const isAway = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || !isSqlState(errorCode(error));

/** Waits for something, but not longer than a time. @returns undefined where that has passed */
async function within<T>(ms: number | undefined, something: Promise<T>): Promise<T | undefined> {
  if (ms === undefined) return something;
  const { promise: passed, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([something, passed]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes a question that callers share: the first one's statement is sent at once, what is asked until its answer comes
 * goes together in the next. Nobody gets an answer to a statement that was sent before they asked, so that it is as fresh
 * as one of their own. Within a transaction each asks alone (docs/decisions/server/requests.md).
 * @param send answers in the order of the inputs; what it does for one of them must not depend on the others
 */
export function gather<Input, Answer>(
  send: (db: Knex, inputs: readonly Input[]) => Promise<readonly Answer[]>,
  { keyOf = () => "", maxInputs = 500, maxWaitMs }: GatherOptions<Input> = {},
): (db: Knex, input: Input) => Promise<Answer> {
  /** Those who wait, by the pool that works for others just now, and by key. */
  const pools = new WeakMap<object, Map<string, Asked<Input, Answer>[]>>();

  /** @returns what kept the statement from being sent */
  async function answer(db: Knex, asked: readonly Asked<Input, Answer>[]): Promise<unknown> {
    try {
      const inputs = asked.map(({ input }) => input);
      const answers = await send(db, inputs);
      for (const [place, one] of asked.entries()) one.resolve(answers[place] as Answer);
    } catch (error) {
      // One of them may have spoilt it for all.
      if (asked.length > 1 && !isAway(error)) {
        const again = Promise.all(asked.map((one) => answer(db, [one])));
        if (maxWaitMs === undefined) await again;
      } else for (const one of asked) one.reject(error);
      return isAway(error) ? error : undefined;
    }
    return undefined;
  }

  /** @param done is called once nobody waits any more */
  async function work(db: Knex, queue: Asked<Input, Answer>[], done: () => void): Promise<void> {
    while (queue.length > 0) {
      const asked = queue.splice(0, maxInputs);
      const failed = await within(asked.length === 1 ? maxWaitMs : undefined, answer(db, asked));
      // Who came meanwhile has waited for a connection, too.
      if (failed) for (const one of queue.splice(0)) one.reject(failed);
    }
    done();
  }

  return (db, input) =>
    new Promise((resolve, reject) => {
      const asked = { input, resolve, reject };
      if (db.isTransaction) return void answer(db, [asked]);
      const waiting = pools.get(db.client.config) ?? new Map<string, Asked<Input, Answer>[]>();
      pools.set(db.client.config, waiting);
      const key = keyOf(input);
      const queue = waiting.get(key);
      if (queue) return void queue.push(asked);
      const started = [asked];
      waiting.set(key, started);
      void work(db, started, () => waiting.delete(key));
    });
}
