/**
 * Processor time of a call where several processes work on one database (docs/scaling.md), against one process in the same
 * run: sharing a port (`WEB_CONCURRENCY`), and each with a port of its own behind a proxy. Every process gets the same calls
 * a second, so few that the machine has room for all of them: processes that wait for a processor would cost more for
 * that alone, and more calls at once would cost less, as they share statements.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { benchCalls, requestOf } from "./calls.ts";
import { LoadGenerator, type Server, serverCpu, startProduct } from "./processes.ts";
import { startProxied } from "./proxied.ts";
import { type Bench, openBench } from "./set-up.ts";
import { median } from "./timing.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connectionsOfEach = 16;
/** Before the first round, until V8 has compiled what the call runs. */
const warmSeconds = 4;
/** Times the processor time of one process. */
const most = 1.1;
/** Calls a second of each process: with four of them about half of two processors. */
const rates: Readonly<Record<string, number>> = {
  configuration: 400,
  lookup: 150,
  list: 30,
  visit: 150,
  submit: 20,
};

interface Arrangement {
  readonly name: string;
  readonly count: number;
  readonly server: Server;
}

let bench: Bench;
let generator: LoadGenerator;
let arrangements: readonly Arrangement[];

beforeAll(async () => {
  bench = await openBench(Number(process.env.BENCH_VISITS ?? 50_000));
  const started: Arrangement[] = [];
  for (const count of [1, 2, 4])
    started.push({
      ...{ name: `${count} sharing a port`, count },
      server: await startProduct({ ...bench.env, WEB_CONCURRENCY: String(count) }),
    });
  for (const count of [2, 4]) {
    const server = await startProxied(count, bench.env);
    if (server) started.push({ name: `${count} behind a proxy`, count, server });
  }
  arrangements = started;
  generator = new LoadGenerator();
});

afterAll(async () => {
  generator?.stop();
  for (const { server } of arrangements ?? []) await server.stop();
  await bench?.close();
});

it("takes hardly more processor time a call in several processes than in one", async () => {
  const [first] = arrangements;
  const cookie = first ? await bench.signIn(first.server) : "";
  const calls = benchCalls(bench.site).filter(({ name }) => name in rates);
  /** Milliseconds of the servers' processor time a call, by call and arrangement, a round each. */
  const spent = new Map<string, number[]>();
  for (let round = -1; round < rounds; round++) {
    for (const call of calls) {
      const requests = call.asks.map((ask, n) => requestOf(ask, cookie, n % 1_000));
      for (const { name, count, server } of round % 2 === 0 ? arrangements : arrangements.toReversed()) {
        const before = serverCpu(server);
        const measured = await generator.run({
          ...{ port: server.port, requests, isOnce: false },
          connections: count * connectionsOfEach,
          perSecond: count * (rates[call.name] ?? 0),
          seconds: round < 0 ? warmSeconds : seconds,
        });
        expect(measured.failure, `${call.name}, ${name}`).toBeUndefined();
        if (round < 0) continue;
        const key = `${call.name}, ${name}`;
        spent.set(key, [...(spent.get(key) ?? []), (serverCpu(server) - before) / measured.calls]);
      }
    }
  }
  const missed: string[] = [];
  const table = calls.map((call) => {
    const of = (name: string) => spent.get(`${call.name}, ${name}`) ?? [];
    const alone = of(first?.name ?? "");
    const one = median(alone);
    const noise = (Math.max(...alone) - Math.min(...alone)) / 2 / one;
    const columns = arrangements.slice(1).map(({ name }): [string, number] => {
      // Round by round, so that a busy moment of the machine counts for both.
      const ratio = median(of(name).map((time, round) => time / (alone[round] ?? Number.NaN)));
      if (ratio - noise > most) missed.push(`${call.name}, ${name}: ${ratio.toFixed(2)}`);
      return [`× ${name}`, Number(ratio.toFixed(2))];
    });
    const row = {
      "calls/s of each": rates[call.name],
      "CPU ms of one": Number(one.toFixed(2)),
      ...Object.fromEntries(columns),
      noise: Number(noise.toFixed(2)),
    };
    return [call.name, row] as const;
  });
  console.table(Object.fromEntries(table));
  expect(missed, "more than the noise explains").toEqual([]);
});
