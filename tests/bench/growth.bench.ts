/**
 * How much longer a read takes where there are many visits: p95 of each call in a database of many visits, against p95 of the
 * same call in one of 10,000 (docs/performance.md, "Growth").
 *
 * What is compared: a site that is a month old and one that is ten years old, with the same traffic today. Both hold 10,000
 * visits of the last 30 days and of the 14 to come, the same hundred thousand people, twelve places and ten purposes. All
 * other visits of the large one lie before, spread over ten years, with their consents, logs, messages, and two years of the
 * access log and of the log of events. So it is measured that old visits cost nothing. Where a question reaches into the
 * past, its answer holds more in the large one; the columns `fits` say how much, and the target is the same.
 *
 * The databases take turns, call by call over one connection each, so that a noisy machine is as noisy for both. A call
 * misses where the median of the rounds' ratios is above 1.5 by more than their median deviation from it, and the large one
 * takes at least a millisecond more: that much lies between two p95 of the same call in the same database, because a
 * processor that is shared is taken away for that long, and nobody notices it.
 */

import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "#db/knex.ts";
import type { Ask } from "./calls.ts";
import { growthCalls } from "./growth/calls.ts";
import { type GrowthDatabase, openGrowth } from "./growth/databases.ts";
import { recent } from "./growth/fill.ts";
import type { GrowthCall } from "./growth/visit-calls.ts";
import { databaseCpu } from "./processes.ts";
import { send } from "./set-up.ts";
import { median } from "./timing.ts";

const many = Number(process.env.BENCH_MANY_VISITS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const only = process.env.BENCH_CALLS?.split(",");
const most = 1.5;
const floorMs = 1;
/** Of a round, unless they take longer than its seconds. */
const samples = 40;
const roundMs = 2_000;
const warm = 15;

let databases: readonly GrowthDatabase[];
let connections: readonly Knex[];

beforeAll(async () => {
  const opened: GrowthDatabase[] = [];
  for (const visits of [recent.visits, many]) opened.push(await openGrowth(visits));
  databases = opened;
  connections = opened.map(({ url }) => connect(url, { poolSize: 1, isLimited: false }));
}, 7_200_000);

afterAll(async () => {
  for (const connection of connections ?? []) await connection.destroy();
  for (const database of databases ?? []) await database.close();
});

/** Of a list how many fit, of other answers how many there are. */
function fitsOf(body: unknown): number | undefined {
  if (Array.isArray(body)) return body.length;
  return (body as { total?: number }).total;
}

let address = 0;

/** Makes a call. @returns milliseconds, and how many fit */
async function time({ server, cookies }: GrowthDatabase, { as, asks }: GrowthCall, n: number) {
  const ask = { ...(asks[n % asks.length] as Ask), isStaff: as !== "visitor" };
  const from = performance.now();
  const { status, body } = await send(server, ask, cookies[as] ?? "", address++ % 1_000);
  const took = performance.now() - from;
  expect(status, `${ask.path}: ${JSON.stringify(body)}`).toBe(200);
  return { took, fits: fitsOf(body) };
}

const p = (share: number, times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;

interface Timed {
  readonly times: number[];
  cpu: number;
  fits: number | undefined;
}

/** By round and database. */
async function measure(calls: readonly GrowthCall[]): Promise<readonly Timed[][]> {
  const slowest: number[] = [];
  const fits: (number | undefined)[] = [];
  for (const [at, database] of databases.entries())
    for (let n = 0; n < warm; n++) {
      const made = await time(database, calls[at] as GrowthCall, n);
      fits[at] ??= made.fits;
      slowest.push(made.took);
    }
  const each = Math.max(10, Math.min(samples, Math.floor(roundMs / 2 / median(slowest))));
  const measured: Timed[][] = [];
  for (let round = 0; round < rounds; round++) {
    const cpu = await Promise.all(connections.map((db) => databaseCpu(db, "visitor")));
    const timed = databases.map((_, at): Timed => ({ times: [], cpu: 0, fits: fits[at] }));
    for (let n = 0; n < each; n++)
      for (const at of (n + round) % 2 === 0 ? [0, 1] : [1, 0])
        timed[at]?.times.push(
          (await time(databases[at] as GrowthDatabase, calls[at] as GrowthCall, round * each + n)).took,
        );
    for (const [at, db] of connections.entries())
      (timed[at] as Timed).cpu = ((await databaseCpu(db, "visitor")) - (cpu[at] ?? 0)) / each;
    measured.push(timed);
  }
  return measured;
}

it("takes no longer where there are many visits", async () => {
  const [small, large] = databases.map(({ site }) => growthCalls(site)) as [GrowthCall[], GrowthCall[]];
  const missed: string[] = [];
  const table: Record<string, Record<string, unknown>> = {};
  for (const [n, call] of small.entries()) {
    if (only && !only.some((name) => call.name.startsWith(name))) continue;
    const measured = await measure([call, large[n] as GrowthCall]);
    const all = (at: number) => measured.flatMap((timed) => timed[at]?.times ?? []);
    const ratios = measured.map(([few, much]) => p(0.95, much?.times ?? []) / p(0.95, few?.times ?? []));
    const ratio = median(ratios);
    const noise = median(ratios.map((one) => Math.abs(one - ratio)));
    const [few, much] = [p(0.95, all(0)), p(0.95, all(1))];
    const isMissed = ratio - noise > most && much - few > floorMs;
    if (isMissed) missed.push(`${call.name}: ${ratio.toFixed(2)}`);
    const of = (at: number, digits: number, read: (timed: Timed) => number) =>
      Number(median(measured.map((timed) => read(timed[at] as Timed))).toFixed(digits));
    table[call.name] = {
      ratio: Number(ratio.toFixed(2)),
      noise: Number(noise.toFixed(2)),
      missed: isMissed ? "missed" : "",
      "p50 small": Number(p(0.5, all(0)).toFixed(1)),
      "p50 large": Number(p(0.5, all(1)).toFixed(1)),
      "p95 small": Number(few.toFixed(1)),
      "p95 large": Number(much.toFixed(1)),
      "db ms small": of(0, 1, ({ cpu }) => cpu),
      "db ms large": of(1, 1, ({ cpu }) => cpu),
      "fits small": measured[0]?.[0]?.fits,
      "fits large": measured[0]?.[1]?.fits,
    };
    console.log(call.name, JSON.stringify(table[call.name]));
  }
  console.table(table);
  console.log(
    `${recent.visits} and ${many} visits; ${rounds} rounds of up to ${samples} calls; one connection`,
  );
  expect(missed, `longer than ${most} times`).toEqual([]);
}, 7_200_000);
