/** Several processes of the server behind one port (`WEB_CONCURRENCY`, docs/scaling.md). */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { relayMetrics } from "#api/monitoring/cluster-metrics.ts";
import type { Running } from "#api/server.ts";
import { messageOf } from "#contract/thrown.ts";

export interface ProcessesOptions {
  readonly count: number;
  readonly databaseUrl: string;
  /** Folder of the field keys, unless they are in the environment. */
  readonly keysDir?: string | undefined;
  /** Called for a process that ended by itself and is replaced. */
  readonly onLost: (pid: number | undefined, how: string) => void;
  /** Time until it is replaced. */
  readonly restartDelayMs?: number;
}

/**
 * Starts the processes, and replaces those that end by themselves. Only the first one runs jobs and sends messages.
 * @throws Error if one does not start; its own output says why
 */
export async function startProcesses({
  count,
  databaseUrl,
  keysDir,
  onLost,
  restartDelayMs = 1_000,
}: ProcessesOptions): Promise<Running> {
  cluster.setupPrimary({ exec: join(import.meta.dirname, "worker.ts") });
  const shared = { WORKER_DATABASE_URL: databaseUrl, ...(keysDir && { WORKER_KEYS_DIR: keysDir }) };
  const running = new Set<Worker>();
  const stopRelay = relayMetrics(running);
  let isStopping = false;

  /** @throws Error of the system, for some reasons only; others come as an event */
  function fork(index: number): Worker {
    try {
      return cluster.fork({ ...shared, ...(index > 0 && { JOBS: "off" }) });
    } catch (error) {
      void replace(undefined, index, messageOf(error));
      throw error;
    }
  }

  async function start(index: number): Promise<string> {
    const worker = fork(index);
    running.add(worker);
    const ended = new Promise<string>((resolve) => {
      worker.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
      // A process that the system could not create has no exit.
      worker.once("error", ({ message }) => resolve(message));
    });
    void ended.then((how) => {
      running.delete(worker);
      return replace(worker.process.pid, index, how);
    });
    const url = once(worker, "message").then(([message]) => String(message.url));
    const failed = ended.then(() => {
      throw new Error("A process of the server did not start.");
    });
    return Promise.race([url, failed]);
  }

  /** Before this, a process that ends fails the start instead of being replaced. */
  let hasStarted = false;
  async function replace(pid: number | undefined, index: number, how: string): Promise<void> {
    if (isStopping || !hasStarted) return;
    onLost(pid, how);
    await delay(restartDelayMs);
    if (!isStopping) await start(index).catch(() => {});
  }

  async function close(): Promise<void> {
    isStopping = true;
    const left = [...running].filter((worker) => !worker.isDead());
    const exits = left.map((worker) => once(worker, "exit"));
    for (const worker of left) worker.send("stop", () => {});
    await Promise.all(exits);
    stopRelay();
  }

  try {
    // One first, so that an error of the start is printed once.
    const url = await start(0);
    await Promise.all(Array.from({ length: count - 1 }, (_, n) => start(n + 1)));
    hasStarted = true;
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
