/**
 * Metrics of several processes behind one port: a scrape reaches one of them, which collects the others' through the
 * primary process.
 */
import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** Processes that do not answer in time are left out. */
const timeoutMs = 3_500;

/** A worker requests the metrics of all, is asked for its own, or answers. */
type Message =
  | { readonly metrics: "requestAll"; readonly id: string }
  | { readonly metrics: "requestOwn"; readonly id: string }
  | { readonly metrics: "own"; readonly id: string; readonly own: object }
  | { readonly metrics: "all"; readonly id: string; readonly all: object[] };

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "metrics" in message;

/** Relays metrics between the workers; runs in the primary process. @returns stops it */
export function relayMetrics(running: ReadonlySet<Worker>): () => void {
  const answers = new Map<string, (own: object) => void>();

  async function ask(worker: Worker): Promise<object | undefined> {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<object>();
    answers.set(id, resolve);
    worker.send({ metrics: "requestOwn", id } satisfies Message, () => {});
    const own = await Promise.race([promise, delay(timeoutMs, undefined, { ref: false })]);
    answers.delete(id);
    return own;
  }

  const onMessage = async (worker: Worker, message: unknown): Promise<void> => {
    if (!isMessage(message)) return;
    if (message.metrics === "own") answers.get(message.id)?.(message.own);
    if (message.metrics !== "requestAll") return;
    const all = (await Promise.all([...running].map(ask))).filter((own) => own !== undefined);
    worker.send({ metrics: "all", id: message.id, all } satisfies Message, () => {});
  };
  cluster.on("message", onMessage);
  return () => cluster.off("message", onMessage);
}

/**
 * Offers this process's metrics to the others.
 * @param own reads them; the result must be JSON
 * @returns reads those of all processes; undefined in a single process
 */
export function shareMetrics(own: () => Promise<object>): (() => Promise<object[]>) | undefined {
  if (!cluster.isWorker) return undefined;
  const answers = new Map<string, (all: object[]) => void>();
  process.on("message", async (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "all") answers.get(message.id)?.(message.all);
    if (message.metrics === "requestOwn")
      process.send?.({ metrics: "own", id: message.id, own: await own() } satisfies Message);
  });
  return async () => {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<object[]>();
    answers.set(id, resolve);
    process.send?.({ metrics: "requestAll", id } satisfies Message);
    const all = await promise;
    answers.delete(id);
    return all;
  };
}
