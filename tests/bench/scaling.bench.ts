/**
 * Processor time a call where several processes share a port (`WEB_CONCURRENCY`, docs/scaling.md), against one process in
 * the same run. Nothing is pinned but the load generator: the processes go where the machine lets them.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BenchCall, benchCalls, requestOf } from "./calls.ts";
import { LoadGenerator, type Server, serverCpu, startProduct } from "./processes.ts";
import { type Bench, median, openBench } from "./set-up.ts";

const counts = [1, 2, 4];
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connectionsOfEach = 32;
/** Times the processor time of one process. */
const most = 1.1;
const names = ["configuration", "lookup", "list", "visit", "submit"];

let bench: Bench;
let generator: LoadGenerator;
let calls: readonly BenchCall[];
let servers: ReadonlyMap<number, Server>;
let cookie: string;

beforeAll(async () => {
  bench = await openBench(Number(process.env.BENCH_VISITS ?? 50_000));
  calls = benchCalls(bench.site).filter(({ name }) => names.includes(name));
  const started = new Map<number, Server>();
  for (const count of counts)
    started.set(count, await startProduct({ ...bench.env, WEB_CONCURRENCY: String(count) }));
  servers = started;
  const [first] = servers.values();
  cookie = first ? await bench.signIn(first) : "";
  generator = new LoadGenerator();
});

afterAll(async () => {
  generator?.stop();
  for (const server of servers?.values() ?? []) server.stop();
  await bench?.close();
});

it("takes hardly more processor time a call in several processes than in one", async () => {
  const table = new Map<string, { times: number[][]; perSecond: number[][] }>();
  for (const { name } of calls)
    table.set(name, { times: counts.map(() => []), perSecond: counts.map(() => []) });
  for (let round = 0; round < rounds; round++) {
    for (const call of calls) {
      for (const [place, count] of counts.entries()) {
        const server = servers.get(count);
        if (!server) continue;
        const requests = call.asks.map((ask, n) => requestOf(ask, cookie, n % 1_000));
        const load = { port: server.port, requests, connections: count * connectionsOfEach, isOnce: false };
        await generator.run({ ...load, seconds: 0.5 });
        const before = serverCpu(server);
        const measured = await generator.run({ ...load, seconds });
        expect(measured.failure, `${call.name} of ${count}`).toBeUndefined();
        const row = table.get(call.name);
        row?.times[place]?.push((serverCpu(server) - before) / measured.calls);
        row?.perSecond[place]?.push(measured.calls / measured.seconds);
      }
    }
  }
  const missed: string[] = [];
  const shown = [...table].map(([name, { times, perSecond }]) => {
    const [one = 0, ...others] = times.map(median);
    const ratios = others.map((time) => time / one);
    const noise = (Math.max(...(times[0] ?? [])) - Math.min(...(times[0] ?? []))) / 2 / one;
    for (const [place, ratio] of ratios.entries())
      if (ratio - noise > most) missed.push(`${name}: ${ratio.toFixed(2)} in ${counts[place + 1]}`);
    return [
      name,
      {
        "CPU ms of one": Number(one.toFixed(2)),
        ...Object.fromEntries(ratios.map((ratio, n) => [`× in ${counts[n + 1]}`, Number(ratio.toFixed(2))])),
        ...Object.fromEntries(
          perSecond.map((found, n) => [`calls/s ${counts[n]}`, Math.round(median(found))]),
        ),
        noise: Number(noise.toFixed(2)),
      },
    ];
  });
  console.table(Object.fromEntries(shown));
  expect(missed, "more than the noise explains").toEqual([]);
});
