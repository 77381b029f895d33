/** Task `bench` (docs/performance.md): measures and prints a table; exits with 1 if a target is missed by more than the noise. */
import { deepStrictEqual } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type CallName, callNames, calls, isOnce, screens } from "./calls.ts";
import { compare } from "./compare.ts";
import { openBench, spare, visits } from "./database.ts";
import { alikeDirectus, directusAsk, openDirectus } from "./directus.ts";
import { load, send, type Target } from "./load.ts";
import * as servers from "./servers.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const only = process.env.BENCH_CALLS?.split(",");
/** Arguments select parts: start, reads, calls, directus; default: all. */
const parts = process.argv.slice(2);
const has = (part: string) => parts.length === 0 || parts.includes(part);

/** Calls per second, as a minimum ratio to another server (docs/performance.md). */
const targets: Record<CallName, { c: number; d: number; directus?: number }> = {
  list: { c: 0.5, d: 1, directus: 3 },
  board: { c: 0.5, d: 1 },
  // c searches with a trigram index.
  "host search": { c: 20, d: 1, directus: 20 },
  lookup: { c: 0.5, d: 1, directus: 12 },
  "one visit": { c: 0.5, d: 1 },
  submit: { c: 0.4, d: 1, directus: 4 },
  issue: { c: 0.4, d: 1 },
  return: { c: 0.4, d: 1 },
  approve: { c: 0.4, d: 1 },
};

const lines: Record<string, Record<string, string>> = {};
const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Records the median of the rounds; half of their range is the noise. */
function note(
  item: string,
  values: readonly number[],
  target: { least: number } | { most: number; unit: string },
  perSecond = "",
) {
  const [figure, low, high] = [at(values, 0.5), Math.min(...values), Math.max(...values)];
  const miss = "least" in target ? target.least - figure : figure - target.most;
  const text = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  lines[item] = {
    target: "least" in target ? `≥ ${target.least}` : `≤ ${target.most} ${target.unit}`,
    figure: text(figure),
    "min–max": `${text(low)}–${text(high)}`,
    result: miss <= 0 ? "met" : miss <= (high - low) / 2 ? "missed by the noise" : "MISSED",
    "calls a second": perSecond,
  };
  console.log(item, JSON.stringify(lines[item]));
}

const bench = await openBench();
const env = { ...servers.environment(bench.url), JOBS: "off" };
const measured = callNames.filter((name) => only?.includes(name) ?? true);

/** Resets the spare visits: approved for today, or applied for in a year. */
async function reset(isToday: boolean): Promise<void> {
  const [status, from, to] = isToday
    ? ["approved", "-10 minutes", "1 hour"]
    : ["applied", "365 days", "366 days"];
  await bench.db.query(`UPDATE passes SET status = 'available', visit_id = NULL, issued_at = NULL WHERE pass_no LIKE 'B-%' AND visit_id IS NOT NULL;
    UPDATE visits SET status_code = '${status}', entered_at = NULL, entered_from = NULL, exited_at = NULL,
      start_at = now() + interval '${from}', end_at = now() + interval '${to}' WHERE id > ${visits} AND id <= ${visits + spare}`);
}

type PerSecond = Record<string, number[]>;

function noteRatios(call: CallName, { product = [], ...others }: PerSecond): void {
  for (const [name, values] of Object.entries(others)) {
    const each = `${Math.round(at(product, 0.5))}, ${name} ${Math.round(at(values, 0.5))}`;
    const ratios = product.map((value, n) => value / (values[n] ?? Number.NaN));
    note(`${call} × ${name}`, ratios, { least: targets[call][name as "c"] }, each);
  }
}

/** Measures in rounds with alternating servers, after a round to warm up; issued passes are returned. */
async function measure(call: CallName, all: readonly (Target & { name: string })[]): Promise<void> {
  const [own, returned]: [PerSecond, PerSecond] = [{}, {}];
  for (let round = -1; round < rounds; round++)
    for (const server of round % 2 === 0 ? all : all.toReversed()) {
      const { name } = server;
      if (isOnce(call)) await reset(call === "issue");
      const run = { seed: 2 + round, seconds: round < 0 ? 2 * seconds : seconds };
      const made = await load(server, call, { ...run, most: isOnce(call) ? spare : undefined });
      if (round >= 0) own[name] = [...(own[name] ?? []), made.calls / made.seconds];
      if (call !== "issue") continue;
      const result = await load(server, "return", { ...run, most: made.calls });
      if (round >= 0) returned[name] = [...(returned[name] ?? []), result.calls / result.seconds];
    }
  noteRatios(call, own);
  if (call === "issue") noteRatios("return", returned);
  if (isOnce(call)) await reset(false);
}

async function measureCalls(ours: servers.Server): Promise<void> {
  const c = await servers.startServer(servers.bare(env));
  const d = await servers.startServer(servers.unnamed(env));
  for (const call of measured) {
    if (call === "issue" || call === "approve") await reset(call === "issue");
    await compare(bench.db, call, ours, c);
  }
  for (const call of measured) if (call !== "return") await measure(call, [ours, c, d]);
  await Promise.all([c.stop(), d.stop()]);
}

async function measureDirectus(ours: servers.Server): Promise<void> {
  const found = await openDirectus(bench.url, bench.db);
  if (!found) return console.log("SKIPPED: DIRECTUS_DIR names no installation of Directus.");
  const directus = { ...found.server, token: found.token };
  for (const call of measured.filter((name) => targets[name].directus)) {
    for (let n = 0; n < 10 && call !== "host search"; n++) {
      const ask = calls[call](n, 0);
      const answer = await send(directus, directusAsk(call, ask), n);
      const [own, other] = alikeDirectus(call, await send(ours, ask, n), answer);
      deepStrictEqual(other, own, `${call} ${n}: Directus finds the same`);
    }
    await measure(call, [ours, directus]);
  }
  await directus.stop();
}

/** p95 of each read of a screen, sequentially. */
async function measureScreens(ours: servers.Server): Promise<void> {
  const slow: [string, number[]][] = [];
  for (const { name, ask } of screens) {
    const times: number[] = [];
    for (let n = -5; n < 60; n++) {
      const startedAt = performance.now();
      await send(ours, ask(n), Math.abs(n));
      if (n >= 0) times.push(performance.now() - startedAt);
    }
    slow.push([name, [0, 20, 40].map((from) => at(times.slice(from, from + 20), 0.95))]);
  }
  slow.sort(([, a], [, b]) => at(b, 0.5) - at(a, 0.5));
  console.log(`The slowest of ${slow.length} reads of screens:`);
  for (const [n, [name, p95]] of slow.entries())
    if (n < 5 || at(p95, 0.5) > 50) note(`p95: ${name}`, p95, { most: 50, unit: "ms" });
}

/** Start times, without the first start. */
async function measureStart(where: string, env: NodeJS.ProcessEnv, most: number): Promise<void> {
  const took: number[] = [];
  for (let n = -1; n < 5; n++) {
    const server = await servers.startServer(servers.product(env), false);
    if (n >= 0) took.push(server.seconds);
    await server.stop();
  }
  note(`start to first answer, database ${where}`, took, { most, unit: "s" });
}

const data = mkdtempSync(join(tmpdir(), "visitor-bench-"));
try {
  if (has("start")) await measureStart("outside", { ...env, JOBS: undefined }, 2);
  if (has("start")) await measureStart("embedded", { DATA_DIR: data, NODE_ENV: "development" }, 5);
  const ours = await servers.startServer(servers.product(env));
  // until garbage of the start is collected
  await delay(8_000);
  note("memory at rest", [ours.memory()], { most: 150, unit: "MB" });
  if (has("reads")) await measureScreens(ours);
  await servers.pinOthers(bench.db);
  if (has("calls")) await measureCalls(ours);
  if (has("calls")) note("memory under load", [ours.memory()], { most: 260, unit: "MB" });
  if (has("directus")) await measureDirectus(ours);
  await ours.stop();
} finally {
  await bench.close();
  rmSync(data, { recursive: true, force: true });
}
console.table(lines);
console.log(`${visits} visits; ${rounds} rounds of ${seconds} s; the server has a core: ${servers.isPinned}`);
process.exitCode = Object.values(lines).some(({ result }) => result === "MISSED") ? 1 : 0;
