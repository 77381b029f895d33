/**
 * Calls a second of the product and of Directus, the ready-made admin API that a team would otherwise take, on the same visits
 * (docs/performance.md, "Against Directus"): in turns within one run. Before anything is timed, both must answer with the same
 * visits and leave as many rows behind.
 */
import type { Knex } from "knex";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "#db/knex.ts";
import { type Ask, benchCalls, requestOf, withUuid } from "./calls.ts";
import { type Match, matchOf } from "./directus/calls.ts";
import { directusProgram, version } from "./directus/program.ts";
import { type Directus, openDirectus } from "./directus/server.ts";
import { LoadGenerator, memoryOf, pinServer, type Server, startProduct } from "./processes.ts";
import { type Bench, openBench, send } from "./set-up.ts";
import { medianOf, ratioOf, type Timed, timeCalls } from "./timing.ts";

const visits = Number(process.env.BENCH_VISITS ?? 50_000);
/** Longer than elsewhere: Directus answers some dozen calls a second. */
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connections = 32;
/** Of the round that does not count: as many calls as V8 needs to compile what is called often. */
const warmSeconds = 10;

interface Compared {
  readonly match: Match;
  readonly ours: readonly Ask[];
  readonly theirs: readonly Ask[];
}

let reason: string | undefined;
let bench: Bench;
let product: Server;
let directus: Directus;
/** On the database of Directus. */
let theirDb: Knex;
let generator: LoadGenerator;
let cookie: string;
let calls: readonly Compared[];

beforeAll(async () => {
  const program = await directusProgram();
  if ("reason" in program) {
    reason = program.reason;
    return;
  }
  bench = await openBench(visits);
  directus = await openDirectus(program.script, bench);
  theirDb = connect(directus.database.url, { poolSize: 1, isLimited: false });
  product = await startProduct(bench.env);
  cookie = await bench.signIn(product);
  generator = new LoadGenerator();
  const headers = { Authorization: `Bearer ${directus.token}` };
  calls = benchCalls(bench.site).flatMap((call) => {
    const match = matchOf(call);
    if (!match) return [];
    return [{ match, ours: call.asks, theirs: call.asks.map((ask) => ({ ...match.ask(ask), headers })) }];
  });
});

afterAll(async () => {
  generator?.stop();
  await product?.stop();
  await theirDb?.destroy();
  await directus?.close();
  await bench?.close();
});

/** With a number or key of its own. */
const once = (ask: Ask): Ask => JSON.parse(withUuid(JSON.stringify(ask)));

async function answered(server: Server, ask: Ask): Promise<unknown> {
  const { status, body } = await send(server, once(ask), cookie);
  expect(status, `${server.name} answers ${JSON.stringify(body)}`).toBe(200);
  return body;
}

/** How many rows there are of a visit. @param visit the column of its consents and logs that names it */
async function rowsOf(url: string, visit: string, reserveNo: unknown): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  const count = (table: string) =>
    `(SELECT count(*)::integer FROM ${table} WHERE ${visit} IN (SELECT id FROM v)) AS ${table}`;
  const { rows } = await client.query(
    `WITH v AS (SELECT id FROM visits WHERE reserve_no = $1)
     SELECT (SELECT count(*)::integer FROM v) AS visits, ${["visit_consents", "visit_logs"].map(count)}`,
    [reserveNo],
  );
  await client.end();
  return rows[0];
}

async function compare({ match, ours, theirs }: Compared): Promise<void> {
  for (const [n, ask] of ours.slice(0, match.adds ? 1 : 20).entries()) {
    const own = match.readOurs(await answered(product, ask));
    const other = match.readTheirs(await answered(directus.server, theirs[n] as Ask));
    if (match.adds) {
      const left = await rowsOf(bench.own.databaseUrl, "visit_id", own.visits[0]?.reserveNo);
      expect(left, "the product leaves rows behind").toMatchObject({ visits: 1, visit_logs: 1 });
      expect(await rowsOf(directus.database.url, "visit", other.visits[0]?.reserveNo)).toEqual(left);
    } else {
      if (n === 0) expect(own.visits.length, `${match.name} finds visits`).toBeGreaterThan(0);
      expect(other, `${match.name}: ${ask.path}`).toEqual(own);
    }
  }
}

type Results = readonly (Compared & { readonly own: Timed[]; readonly other: Timed[] })[];

async function measureAll(): Promise<Results> {
  const results = calls.map((call) => ({ ...call, own: [] as Timed[], other: [] as Timed[] }));
  for (let round = -1; round < rounds; round++) {
    for (const { ours, theirs, own, other } of results) {
      const turns = [
        {
          ...{ server: product, db: bench.own.db, timed: own },
          requests: ours.map((ask, n) => requestOf(ask, cookie, n % 1_000)),
        },
        {
          ...{ server: directus.server, db: theirDb, timed: other },
          requests: theirs.map((ask) => requestOf(ask, "", 0)),
        },
      ];
      for (const { server, db, requests, timed } of round % 2 === 0 ? turns : turns.toReversed()) {
        const work = { requests, connections, seconds: round < 0 ? warmSeconds : seconds, isOnce: false };
        const found = await timeCalls(server, work, { generator, db });
        if (round >= 0) timed.push(found);
      }
    }
  }
  return results;
}

it(`answers several times as many calls a second as Directus ${version}`, async (context) => {
  if (reason !== undefined) {
    console.log(`SKIPPED: ${reason}`);
    return context.skip(reason);
  }
  for (const call of calls) await compare(call);
  const isPinned = [...[product, directus.server].map(pinServer), generator.pin()].every(Boolean);
  const missed: string[] = [];
  const table = (await measureAll()).map(({ match: { name, target }, own, other }) => {
    const { ratio, least, most, noise } = ratioOf(own, other);
    if (ratio + noise < target) missed.push(`${name} ${ratio.toFixed(1)} of ${target}`);
    return [
      name,
      {
        target,
        ratio: Number(ratio.toFixed(1)),
        spread: `${least.toFixed(1)}–${most.toFixed(1)}`,
        "calls/s": Math.round(medianOf(own, "perSecond")),
        "Directus/s": Math.round(medianOf(other, "perSecond")),
        "p95 ms": Number(medianOf(own, "p95").toFixed(1)),
        "Directus p95": Number(medianOf(other, "p95").toFixed(1)),
        "CPU ms": Number(medianOf(own, "cpu").toFixed(2)),
        "Directus CPU": Number(medianOf(other, "cpu").toFixed(2)),
        "CPU ratio": Number((medianOf(other, "cpu") / medianOf(own, "cpu")).toFixed(1)),
        "db ms": Number(medianOf(own, "databaseCpu").toFixed(2)),
        "Directus db": Number(medianOf(other, "databaseCpu").toFixed(2)),
      },
    ];
  });
  console.table(Object.fromEntries(table));
  console.log(
    `Directus ${version}; ${visits} visits; ${connections} connections; ${rounds} rounds of ${seconds} s; the server on one core, all else on the others: ${isPinned}`,
  );
  console.log(`memory: ${memoryOf(product)} MB, Directus ${memoryOf(directus.server)} MB`);
  expect(missed, "fewer times than wanted, by more than the noise").toEqual([]);
});
