/**
 * How long a start takes until the first answer (docs/performance.md, "Start"): of the product, as its image starts it on a
 * migrated database that is there already, and of Koa with Objection. In turns within one run; nothing is pinned.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ask } from "./calls.ts";
import { type Started, serverCpu, startProduct, startWritten } from "./processes.ts";
import { type Bench, openBench, send } from "./set-up.ts";
import { median } from "./timing.ts";

const starts = Number(process.env.BENCH_STARTS ?? 9);
const wantedMs = 1_500;
const hostSearch: Ask = {
  method: "GET",
  path: `/visitor/findHostUsers?company=1&s=${encodeURIComponent("민서")}`,
};

let bench: Bench;
beforeAll(async () => {
  bench = await openBench(1_000);
});
afterAll(() => bench?.close());

/** With the jobs, which a measurement of calls leaves out. @returns until it says that it is ready */
const startOurs = (): Promise<Started> => startProduct({ ...bench.env, JOBS: undefined });

/** @returns until it has answered from the database */
async function startOther(): Promise<Started> {
  const began = performance.now();
  const server = await startWritten("koa-objection", bench.env);
  expect((await send(server, hostSearch, "")).status).toBe(200);
  return { ...server, readyMs: performance.now() - began };
}

interface Timed {
  readonly readyMs: number;
  /** Processor time until then, which hardly depends on what else the machine does. */
  readonly cpuMs: number;
}

async function timed(start: () => Promise<Started>): Promise<Timed> {
  const server = await start();
  const cpuMs = serverCpu(server);
  await server.stop();
  return { readyMs: server.readyMs, cpuMs };
}

const inSeconds = (ms: number): string => (ms / 1_000).toFixed(2);

function rowOf(times: readonly Timed[]) {
  const ready = times.map(({ readyMs }) => readyMs);
  return {
    median: inSeconds(median(ready)),
    spread: `${inSeconds(Math.min(...ready))}–${inSeconds(Math.max(...ready))}`,
    CPU: inSeconds(median(times.map(({ cpuMs }) => cpuMs))),
  };
}

it("is ready soon", async () => {
  const [ours, others]: [Timed[], Timed[]] = [[], []];
  // The first start of each reads its files from the disk, and does not count.
  for (const start of [startOurs, startOther]) await timed(start);
  for (let n = 0; n < starts; n++) {
    const turns = [
      [ours, startOurs],
      [others, startOther],
    ] as const;
    for (const [times, start] of n % 2 === 0 ? turns : turns.toReversed()) times.push(await timed(start));
  }
  const ratio = median(ours.map(({ readyMs }, n) => readyMs / (others[n]?.readyMs ?? Number.NaN)));
  console.table({ product: rowOf(ours), "Koa and Objection": rowOf(others) });
  console.log(`seconds until the first answer; ${starts} starts each; ratio ${ratio.toFixed(1)}`);
  const took = median(ours.map(({ readyMs }) => readyMs));
  expect(took, "milliseconds until the product is ready").toBeLessThanOrEqual(wantedMs);
});
