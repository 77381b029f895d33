/** Several processes of the server behind one port (`WEB_CONCURRENCY`, docs/scaling.md). */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { relayMetrics } from "#api/monitoring/cluster-metrics.ts";
import type { Running } from "#api/server.ts";

/** A process that ends by itself is replaced after this time. */
const restartDelayMs = 1_000;

export interface ProcessesOptions {
  readonly count: number;
  readonly databaseUrl: string;
  /** Folder of the field keys, where the environment does not hold them. */
  readonly keysDir?: string | undefined;
  /** Called for one that ended by itself and is replaced. */
  readonly onLost: (pid: number | undefined, how: string) => void;
}

/**
 * Starts the processes, and another for each that ends by itself. Only the first works off jobs and messages.
 * @throws Error where one does not start; it has said why
 */
export async function startProcesses({
  count,
  databaseUrl,
  keysDir,
  onLost,
}: ProcessesOptions): Promise<Running> {
  cluster.setupPrimary({ exec: join(import.meta.dirname, "worker.ts") });
  const shared = { WORKER_DATABASE_URL: databaseUrl, ...(keysDir && { WORKER_KEYS_DIR: keysDir }) };
  const running = new Set<Worker>();
  const stopFollowing = relayMetrics(running);
  let isStopping = false;

  async function start(place: number): Promise<string> {
    const worker = cluster.fork({ ...shared, ...(place > 0 && { JOBS: "off" }) });
    running.add(worker);
    const ended = once(worker, "exit");
    ended.then(([code, signal]) => follow(worker, place, signal ?? `exit code ${code}`));
    const url = once(worker, "message").then(([message]) => String(message.url));
    const failed = ended.then(() => {
      throw new Error("A process of the server did not start.");
    });
    return Promise.race([url, failed]);
  }

  /** What ended before it served is not tried again at a start; later it is, until it serves. */
  let hasStarted = false;
  async function follow(worker: Worker, place: number, how: string): Promise<void> {
    running.delete(worker);
    if (isStopping || !hasStarted) return;
    onLost(worker.process.pid, how);
    await delay(restartDelayMs);
    if (!isStopping) await start(place).catch(() => {});
  }

  async function close(): Promise<void> {
    isStopping = true;
    const left = [...running].filter((worker) => !worker.isDead());
    const exits = left.map((worker) => once(worker, "exit"));
    for (const worker of left) worker.send("stop", () => {});
    await Promise.all(exits);
    stopFollowing();
  }

  try {
    // The first alone: what cannot start says so once.
    const url = await start(0);
    await Promise.all(Array.from({ length: count - 1 }, (_, n) => start(n + 1)));
    hasStarted = true;
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
