import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "#db/error-code.ts";

/** A stoppable task: its clean-up functions and its abort signal. */
export interface Scope {
  /** aborted when the process has to stop; start nothing new then */
  signal: AbortSignal;
  /**
   * Registers a clean-up; they run in reverse order.
   * @param force synchronous replacement, for a forced stop
   */
  defer(stop: () => Promise<void>, force?: () => void): void;
}

/** Ctrl-C arrives several times: from the terminal, npm and run.mjs. It counts once. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a task and cleans up when it ends, fails or is stopped (SIGINT, SIGTERM, SIGHUP, death of the parent process).
 * A second signal forces it. Exits with 0 on success or when stopped, 1 otherwise.
 * @param options `silent`: say nothing about stopping
 */
export async function runScoped(
  work: (scope: Scope) => Promise<void>,
  { silent = false } = {},
): Promise<never> {
  const controller = new AbortController();
  const deferred: { stop: () => Promise<void>; force: (() => void) | undefined }[] = [];
  let failed = false;
  listen(controller, silent, () => {
    for (const { force } of deferred.toReversed()) force?.();
    process.exit(1);
  });
  try {
    await work({
      signal: controller.signal,
      defer: (stop, force) => deferred.push({ stop, force }),
    });
  } catch (error) {
    failed = !controller.signal.aborted;
    if (failed) report(error);
  }
  for (const { stop } of deferred.toReversed()) {
    try {
      await stop();
    } catch (error) {
      failed = true;
      report(error);
    }
  }
  process.exit(failed ? 1 : 0);
}

/** Waits until the signal is aborted; keeps the process alive meanwhile. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  const alive = setInterval(() => {}, 60_000);
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(alive);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function listen(controller: AbortController, silent: boolean, force: () => void): void {
  let since = 0;
  const stop = () => {
    if (!controller.signal.aborted) {
      since = Date.now();
      if (!silent) console.log("\nStopping. Once more to force it.");
      controller.abort(new Error("Stopped."));
    } else if (Date.now() - since > SAME_SIGNAL_MS) {
      force();
    }
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  process.once("disconnect", stop);
}

const namesForUsers = ["SettingsError", "DatabaseUnavailable"];

/** Errors with a message for users are printed as they are, others with their stack. */
function report(error: unknown): void {
  const isForUsers =
    error instanceof Error &&
    (error.constructor === Error ||
      namesForUsers.includes(error.name) ||
      errorCode(error)?.startsWith("ERR_PARSE_ARGS"));
  console.error(isForUsers ? error.message : error);
}

/** Repeats a task every `everyMs` until the signal is aborted; reports failures. */
export async function repeatUntilAborted(
  signal: AbortSignal,
  everyMs: number,
  task: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => {});
    if (!signal.aborted) await task().catch(report);
  }
}
