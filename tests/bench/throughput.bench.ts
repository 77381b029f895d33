/**
 * Calls a second and processor time a call, of the product as it is started and of a bare server that does the same
 * (docs/performance.md): in turns within one run, so that a noisy machine is as noisy for both. Before anything is timed
 * their answers and the rows that they leave behind are compared.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { startTestServer, type TestServer } from "#tests/support/api.ts";
import { sharedEnv } from "#tests/support/api-process.ts";
import { addStaff, password } from "#tests/support/console/staff.ts";
import { type Ask, type BenchCall, benchCalls, headersOf, host, requestOf } from "./calls.ts";
import { type Effects, effectsOf } from "./effects.ts";
import type { Measured } from "./load.ts";
import {
  databaseCpu,
  LoadGenerator,
  memoryOf,
  pinDatabase,
  pinServer,
  type Server,
  serverCpu,
  startBare,
  startProduct,
} from "./processes.ts";
import { type BenchSite, fillSite } from "./site.ts";

const visits = Number(process.env.BENCH_VISITS ?? 50_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** Names of calls, with commas between; all unless given. */
const only = process.env.BENCH_CALLS?.split(",");
const connections = 32;

let own: TestServer & { databaseUrl: string };
let site: BenchSite;
let calls: readonly BenchCall[];
let product: Server;
let bare: Server;
let generator: LoadGenerator;
let cookie: string;
const agent = new Agent({ keepAlive: true });

interface Answer {
  readonly status: number;
  readonly cookie: string;
  readonly body: unknown;
}

const send = ({ port }: Server, ask: Ask, n = 0): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = headersOf(ask, cookie, n);
    const sent = request({ port, agent, method: ask.method, path: ask.path, headers }, async (response) => {
      const chunks = await response.toArray();
      const text = Buffer.concat(chunks).toString("utf8");
      const set = response.headers["set-cookie"]?.find((text) => text.includes("visitor_session")) ?? "";
      resolve({
        status: response.statusCode ?? 0,
        cookie: set.split(";", 1)[0] ?? "",
        body: text === "" ? undefined : JSON.parse(text),
      });
    });
    sent.on("error", reject);
    sent.end(ask.body === undefined ? undefined : JSON.stringify(ask.body));
  });

beforeAll(async () => {
  const env: NodeJS.ProcessEnv = {
    ...sharedEnv("postgres://localhost/bench"),
    LOG_LEVEL: "info",
    PUBLIC_ORIGIN: `https://${host}`,
    TRUSTED_PROXIES: "loopback",
    // The bare server sends no messages.
    JOBS: "off",
  };
  const cipher = new FieldCipher({
    data: parseKeys(env.DATA_KEYS ?? ""),
    hash: parseKeys(env.HASH_KEYS ?? ""),
  });
  own = await startTestServer({ now: () => new Date(), cipher });
  site = await fillSite(own.databaseUrl, cipher, visits);
  const company = await own.db("companies").min("id as id").first();
  const { loginId } = await addStaff(own, company?.id, "desk");
  const shared = { ...env, DATABASE_URL: own.databaseUrl, FILES_DIR: own.deps.settings.filesDir };
  await pinDatabase(own.db);
  product = await startProduct(shared);
  bare = await startBare(shared);
  const login: Ask = { method: "POST", path: "/dash/login", body: { loginId, password } };
  cookie = (await send(product, login)).cookie;
  calls = benchCalls(site).filter(({ name }) => only?.includes(name) ?? true);
  generator = new LoadGenerator();
});

afterAll(async () => {
  agent.destroy();
  generator?.stop();
  product?.stop();
  bare?.stop();
  await own?.close();
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

/** Both must answer alike and leave the same rows behind. */
async function compare({ name, asks, isOnce }: BenchCall): Promise<void> {
  const made: Effects[] = [];
  for (const [n, server] of [product, bare].entries()) {
    const ask = once((isOnce ? asks.at(-1 - n) : asks[0]) as Ask);
    made.push(
      await effectsOf(own.db, ask.subject, async () => {
        const { status, body } = await send(server, ask);
        expect(status, `${name}: ${server.name} answers ${JSON.stringify(body)}`).toBe(200);
        return alike(body, ask);
      }),
    );
  }
  const [ours, theirs] = made;
  expect(theirs?.answer, `${name}: the bare server answers as the product`).toEqual(ours?.answer);
  expect(theirs?.rows, `${name}: the bare server writes what the product writes`).toEqual(ours?.rows);
  if (isOnce) return;
  for (const [n, ask] of asks.slice(1, 20).entries()) {
    const [one, other] = [await send(product, once(ask), n), await send(bare, once(ask), n)];
    expect(alike(other.body, ask), `${name}: ${ask.path}`).toEqual(alike(one.body, ask));
  }
}

interface Timed extends Measured {
  readonly perSecond: number;
  /** Milliseconds of processor time a call, of the server and of the database for it. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

async function measure(server: Server, call: BenchCall, most = call.asks.length): Promise<Timed> {
  const requests = call.asks.slice(0, most).map((ask, n) => requestOf(ask, cookie, n % 1_000));
  const load = { port: server.port, requests, connections, isOnce: call.isOnce ?? false };
  if (!call.isOnce) await generator.run({ ...load, seconds: 0.3 });
  const before = [serverCpu(server), await databaseCpu(own.db, server.name)] as const;
  const measured = await generator.run({ ...load, seconds });
  expect(measured.failure, `${call.name} of ${server.name}`).toBeUndefined();
  const spent = (now: number, then: number) => (now - then) / measured.calls;
  return {
    ...measured,
    perSecond: measured.calls / measured.seconds,
    cpu: spent(serverCpu(server), before[0]),
    databaseCpu: spent(await databaseCpu(own.db, server.name), before[1]),
  };
}

type Results = ReadonlyMap<string, { readonly product: Timed[]; readonly bare: Timed[] }>;

async function measureAll(): Promise<Results> {
  const results = new Map(calls.map(({ name }) => [name, { product: [] as Timed[], bare: [] as Timed[] }]));
  for (let round = 0; round < rounds; round++) {
    for (const call of calls) {
      if (call.after !== undefined) continue;
      const next = calls.find(({ after }) => after === call.name);
      const order = round % 2 === 0 ? (["product", "bare"] as const) : (["bare", "product"] as const);
      for (const which of order) {
        const server = which === "product" ? product : bare;
        if (call.isOnce) await site.reset();
        const timed = await measure(server, call);
        results.get(call.name)?.[which].push(timed);
        if (next) results.get(next.name)?.[which].push(await measure(server, next, timed.calls));
      }
    }
  }
  return results;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const of = (timed: readonly Timed[], what: "perSecond" | "cpu" | "databaseCpu" | "p95") =>
  median(timed.map((one) => one[what]));

it("comes as near to a bare server as it should", async () => {
  await site.reset();
  for (const call of calls) await compare(call);
  const idle = memoryOf(product);
  const isPinned = [pinServer(product), pinServer(bare), generator.pin()].every(Boolean);
  const results = await measureAll();
  const missed: string[] = [];
  const table = calls.map(({ name, target }) => {
    const timed = results.get(name) ?? { product: [], bare: [] };
    const ratios = timed.product.map(({ perSecond }, n) => perSecond / (timed.bare[n]?.perSecond ?? 0));
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    const ratio = median(ratios);
    if (ratio + (most - least) / 2 < target) missed.push(`${name} ${ratio.toFixed(2)} of ${target}`);
    return {
      call: name,
      target,
      ratio: Number(ratio.toFixed(2)),
      spread: `${least.toFixed(2)}–${most.toFixed(2)}`,
      "calls/s": Math.round(of(timed.product, "perSecond")),
      "bare/s": Math.round(of(timed.bare, "perSecond")),
      "p95 ms": Number(of(timed.product, "p95").toFixed(1)),
      "CPU ms": Number(of(timed.product, "cpu").toFixed(2)),
      "bare CPU": Number(of(timed.bare, "cpu").toFixed(2)),
      "db ms": Number(of(timed.product, "databaseCpu").toFixed(2)),
      "bare db": Number(of(timed.bare, "databaseCpu").toFixed(2)),
    };
  });
  console.table(Object.fromEntries(table.map(({ call, ...row }) => [call, row])));
  console.log(
    `${visits} visits; ${connections} connections; ${rounds} rounds of ${seconds} s; the server on one core, all else on the others: ${isPinned}`,
  );
  console.log(`memory of the product: ${idle} MB before, ${memoryOf(product)} MB after`);
  expect(missed, "further from the ceiling than the noise explains").toEqual([]);
});
