/** Repeats work at an interval and on demand, one run at a time. */
import { setTimeout as delay } from "node:timers/promises";

/** Maximum wait for the current run at a stop. */
const graceMs = 12_000;

export interface Worker {
  wake(): void;
  /** Waits for the current run, for some seconds at most. */
  stop(): Promise<void>;
}

/** @param poll milliseconds between runs */
export function startWorker(
  work: (signal: AbortSignal) => Promise<unknown>,
  { poll, onError }: { readonly poll: number; readonly onError: (error: unknown) => void },
): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  let isDue = false;

  async function run(): Promise<void> {
    while (isDue && !signal.aborted) {
      isDue = false;
      await work(signal).catch(onError);
    }
  }

  function wake(): void {
    isDue = true;
    if (signal.aborted) return;
    running ??= run().finally(() => {
      running = undefined;
      if (isDue) wake();
    });
  }

  const timer = setInterval(wake, poll);
  timer.unref();
  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      const isOver = new AbortController();
      await Promise.race([running, delay(graceMs, undefined, isOver).catch(() => {})]);
      isOver.abort();
    },
  };
}
