/** Work that a process repeats: every few seconds and as soon as it is woken, one run at a time. */
import { setTimeout as delay } from "node:timers/promises";

/** A stop waits so long for a run that does not end. */
const graceMs = 12_000;

export interface Worker {
  wake(): void;
  /** Lets the run end that has begun, for some seconds at most. */
  stop(): Promise<void>;
}

/** @param poll milliseconds from one run to the next */
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
