/**
 * Calls a second and processor time a call, of the product as it is started and of a bare server that does the same
 * (docs/performance.md): in turns within one run, so that a noisy machine is as noisy for both. Before anything is timed
 * their answers and the rows that they leave behind are compared.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestServer } from "#tests/support/api.ts";
import { type Ask, type BenchCall, benchCalls, requestOf } from "./calls.ts";
import { type Effects, effectsOf } from "./effects.ts";
import { LoadGenerator, memoryOf, pinServer, type Server, startProduct, startWritten } from "./processes.ts";
import { type Bench, openBench, send } from "./set-up.ts";
import type { BenchSite } from "./site.ts";
import { medianOf, ratioOf, type Timed, timeCalls } from "./timing.ts";

const visits = Number(process.env.BENCH_VISITS ?? 50_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** Names of calls, with commas between; all unless given. */
const only = process.env.BENCH_CALLS?.split(",");
const connections = 32;
/** Of the round that does not count: V8 compiles what is called often, and a call of much code takes thousands of calls until it has. */
const warmSeconds = 8;
/** As many times calls that are made once are warmed instead. */
const warmTimes = 3;
/** Within which the product has collected what starting left behind. */
const restMs = 8_000;
/** Within which calls that the product counts by itself are settled with the database, and some more. */
const settledMs = 1_300;

let bench: Bench;
let own: TestServer;
let site: BenchSite;
let calls: readonly BenchCall[];
let product: Server;
let bare: Server;
/** What a team would otherwise write; only for the calls that they have. */
let others: readonly { readonly server: Server; readonly has: (call: BenchCall) => boolean }[];
let generator: LoadGenerator;
let cookie: string;
beforeAll(async () => {
  bench = await openBench(visits);
  ({ own, site } = bench);
  product = await startProduct(bench.env);
  bare = await startWritten("bare", bench.env);
  others = [
    { server: await startWritten("koa-pg", bench.env), has: () => true },
    { server: await startWritten("koa-objection", bench.env), has: ({ isGeneral }) => isGeneral === true },
  ];
  cookie = await bench.signIn(product);
  calls = benchCalls(site).filter(({ name }) => only?.includes(name) ?? true);
  generator = new LoadGenerator();
});

afterAll(async () => {
  generator?.stop();
  product?.stop();
  bare?.stop();
  for (const { server } of others ?? []) server.stop();
  await bench?.close();
});

/** Without what differs from one visit to the next. */
const alike = (text: unknown, { subject }: Ask): unknown =>
  JSON.parse(
    JSON.stringify(text)
      .replaceAll(/\b\d{6}-[0-9A-Z]{5}\b/g, "a number")
      .replaceAll(/"passNo":"B-\d+"/g, '"passNo":"a pass"')
      .replaceAll(/"pass":\{"id":\d+/g, '"pass":{"id":0')
      .replaceAll(`"id":${subject},`, '"id":0,'),
  );

const once = (ask: Ask): Ask => ({
  ...ask,
  ...(ask.headers && { headers: { ...ask.headers, "Idempotency-Key": randomUUID() } }),
});

const serversOf = (call: BenchCall): Server[] => [
  product,
  bare,
  ...others.filter(({ has }) => has(call)).map(({ server }) => server),
];

/** All must answer alike and leave the same rows behind. */
async function compare(call: BenchCall): Promise<void> {
  // What the product has counted of the call before is settled by then.
  await delay(settledMs);
  const { name, asks, isOnce } = call;
  const servers = serversOf(call);
  const made: Effects[] = [];
  for (const [n, server] of servers.entries()) {
    const ask = once((isOnce ? asks.at(-1 - n) : asks[0]) as Ask);
    made.push(
      await effectsOf(own.db, ask.subject, async () => {
        const { status, body } = await send(server, ask, cookie);
        expect(status, `${name}: ${server.name} answers ${JSON.stringify(body)}`).toBe(200);
        return alike(body, ask);
      }),
    );
  }
  const [ours, ...theirs] = made;
  for (const [n, { answer, rows }] of theirs.entries()) {
    const who = `${name}: ${servers[n + 1]?.name}`;
    expect(answer, `${who} answers as the product`).toEqual(ours?.answer);
    expect(rows, `${who} writes what the product writes`).toEqual(ours?.rows);
  }
  if (isOnce) return;
  for (const [n, ask] of asks.slice(1, 20).entries()) {
    const answers: unknown[] = [];
    for (const server of servers) answers.push(alike((await send(server, once(ask), cookie, n)).body, ask));
    for (const answer of answers) expect(answer, `${name}: ${ask.path}`).toEqual(answers[0]);
  }
}

const measure = (
  server: Server,
  call: BenchCall,
  { most = call.asks.length, isCounted }: { readonly most?: number; readonly isCounted: boolean },
): Promise<Timed> => {
  const requests = call.asks.slice(0, most).map((ask, n) => requestOf(ask, cookie, n % 1_000));
  const isOnce = call.isOnce ?? false;
  const work = { requests, connections, seconds: isCounted || isOnce ? seconds : warmSeconds, isOnce };
  return timeCalls(server, work, { generator, db: own.db });
};

/** What was measured, by call and then by server, a round each. */
type Results = ReadonlyMap<string, ReadonlyMap<string, Timed[]>>;

async function measureAll(): Promise<Results> {
  const results = new Map(
    calls.map((call) => [call.name, new Map(serversOf(call).map(({ name }) => [name, [] as Timed[]]))]),
  );
  const keep = ({ name }: BenchCall, server: Server, timed: Timed) =>
    results.get(name)?.get(server.name)?.push(timed);
  /** The call, and the one that comes after it on the same visits. */
  async function take(call: BenchCall, server: Server, isCounted: boolean): Promise<void> {
    if (call.isOnce) await site.reset();
    const timed = await measure(server, call, { isCounted });
    const next = calls.find(({ after }) => after === call.name);
    const timedNext = next && (await measure(server, next, { most: timed.calls, isCounted }));
    if (!isCounted) return;
    keep(call, server, timed);
    if (next && timedNext) keep(next, server, timedNext);
  }
  const firsts = calls.filter(({ after }) => after === undefined);
  for (let round = -1; round < rounds; round++) {
    for (const call of firsts) {
      const servers = serversOf(call);
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
        const times = round < 0 && call.isOnce ? warmTimes : 1;
        for (let time = 0; time < times; time++) await take(call, server, round >= 0);
      }
    }
  }
  return results;
}

it("comes as near to a bare server as it should", async () => {
  await delay(restMs);
  const atRest = memoryOf(product);
  await site.reset();
  for (const call of calls) await compare(call);
  const pinned = [product, bare, ...others.map(({ server }) => server)].map(pinServer);
  const isPinned = [...pinned, generator.pin()].every(Boolean);
  const results = await measureAll();
  const missed: string[] = [];
  const table = calls.map(({ name, target }) => {
    const timed = (server: string) => results.get(name)?.get(server) ?? [];
    const compared = (server: string) => ratioOf(timed(server), timed("bare"));
    const { ratio, least, most, noise } = compared(product.name);
    if (ratio + noise < target) missed.push(`${name} ${ratio.toFixed(2)} of ${target}`);
    const beside = others
      .filter(({ server }) => timed(server.name).length > 0)
      .map(({ server }) => [server.name, Number(compared(server.name).ratio.toFixed(2))]);
    const [own, theirs] = [timed(product.name), timed("bare")];
    return {
      call: name,
      target,
      ratio: Number(ratio.toFixed(2)),
      spread: `${least.toFixed(2)}–${most.toFixed(2)}`,
      ...Object.fromEntries(beside),
      "calls/s": Math.round(medianOf(own, "perSecond")),
      "bare/s": Math.round(medianOf(theirs, "perSecond")),
      "p95 ms": Number(medianOf(own, "p95").toFixed(1)),
      "CPU ms": Number(medianOf(own, "cpu").toFixed(2)),
      "bare CPU": Number(medianOf(theirs, "cpu").toFixed(2)),
      "db ms": Number(medianOf(own, "databaseCpu").toFixed(2)),
      "bare db": Number(medianOf(theirs, "databaseCpu").toFixed(2)),
    };
  });
  console.table(Object.fromEntries(table.map(({ call, ...row }) => [call, row])));
  console.log(
    `${visits} visits; ${connections} connections; ${rounds} rounds of ${seconds} s; the server on one core, all else on the others: ${isPinned}`,
  );
  console.log(`memory of the product: ${atRest} MB at rest, ${memoryOf(product)} MB after`);
  expect(missed, "further from the ceiling than the noise explains").toEqual([]);
});
