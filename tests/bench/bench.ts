/** Task `bench` (docs/performance.md): measures and prints a table; ends with 1 where a target is missed by more than the noise. */
import { setTimeout as delay } from "node:timers/promises";
import { type CallName, callNames, isOnce } from "./calls.ts";
import { compare } from "./compare.ts";
import { openBench, spare, visits } from "./database.ts";
import {
  environment,
  isPinned,
  LoadGenerator,
  pinDatabase,
  product,
  type Server,
  startServer,
  written,
} from "./servers.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const only = process.env.BENCH_CALLS?.split(",");

/** Calls a second: `c` and `d` times at least. */
const targets: Record<CallName, { c?: number; d: number }> = {
  list: { c: 0.5, d: 1 },
  board: { c: 0.5, d: 1 },
  "host search": { d: 20 },
  lookup: { c: 0.5, d: 1 },
  "one visit": { c: 0.5, d: 1 },
  submit: { c: 0.4, d: 1 },
  issue: { c: 0.4, d: 1 },
  return: { c: 0.4, d: 1 },
  approve: { c: 0.4, d: 1 },
};

interface Line {
  readonly item: string;
  readonly target: string;
  readonly figure: string;
  readonly rounds: string;
  readonly result: "met" | "MISSED" | "missed within the noise" | "";
}
const lines: Line[] = [];

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
};

/** Notes a figure with its rounds. Half of their distance is the noise. */
function note(
  item: string,
  values: readonly number[],
  target: { least?: number; most?: number; digits?: number; unit?: string },
): void {
  const { least, most, digits = 2, unit = "" } = target;
  const [figure, low, high] = [median(values), Math.min(...values), Math.max(...values)];
  const miss = least !== undefined ? least - figure : most !== undefined ? figure - most : Number.NaN;
  const noise = (high - low) / 2;
  const text = (value: number) => `${value.toFixed(digits)}${unit}`;
  lines.push({
    ...{ item, figure: text(figure), rounds: `${low.toFixed(digits)}–${high.toFixed(digits)}` },
    target: least !== undefined ? `≥ ${least}` : most !== undefined ? `≤ ${most}${unit}` : "",
    result: Number.isNaN(miss)
      ? ""
      : miss <= 0
        ? "met"
        : miss <= noise
          ? "missed within the noise"
          : "MISSED",
  });
}

const bench = await openBench();
const env = environment(bench.url);
const generator = new LoadGenerator();

/** Makes the spare visits as they were, on the day on which a call needs them. */
async function reset(isToday: boolean): Promise<void> {
  await bench.db.query(`UPDATE passes SET status = 'available', visit_id = NULL, issued_at = NULL WHERE pass_no LIKE 'B-%' AND visit_id IS NOT NULL;
    UPDATE visits SET status_code = '${isToday ? "approved" : "applied"}', entered_at = NULL, entered_from = NULL, exited_at = NULL,
      start_at = now() + interval '${isToday ? "-10 minutes" : "365 days"}', end_at = now() + interval '${isToday ? "1 hour" : "366 days"}'
    WHERE id > ${visits} AND id <= ${visits + spare}`);
}

async function measureCalls(): Promise<void> {
  // The first start fills the cache of compiled code.
  await (await startServer(product({ ...env, JOBS: "off" }))).stop();
  const ours = await startServer(product({ ...env, JOBS: "off" }));
  const servers = [ours, await startServer(written("c", env)), await startServer(written("d", env))];
  await delay(Number(process.env.BENCH_REST ?? 8_000));
  note("memory at rest", [ours.memory()], { most: 150, digits: 0, unit: " MB" });
  const measured = callNames.filter((name) => only?.includes(name) ?? true);
  for (const call of measured) {
    if (call === "issue" || call === "approve") await reset(call === "issue");
    await compare(bench.db, call, servers);
  }
  await reset(false);
  await pinDatabase(bench.db);
  const perSecond = new Map<string, number[]>();
  const memory: number[] = [];
  const take = async (call: CallName, server: Server, round: number, most?: number): Promise<number> => {
    const work = { call, port: server.port, seed: 1 + round, seconds: round < 0 ? 2 * seconds : seconds };
    const loaded = await generator.run({ ...work, ...(isOnce(call) && { most: most ?? spare }) });
    const key = `${call} ${server.name}`;
    if (round >= 0) perSecond.set(key, [...(perSecond.get(key) ?? []), loaded.calls / loaded.seconds]);
    return loaded.calls;
  };
  // The round before the first warms up.
  for (let round = -1; round < rounds; round++)
    for (const call of measured.filter((name) => name !== "return")) {
      const turns = servers.map((_, n) => servers[(n + round + servers.length) % servers.length] as Server);
      for (const server of turns) {
        if (isOnce(call)) await reset(call === "issue");
        const made = await take(call, server, round);
        if (call === "issue") await take("return", server, round, made);
        if (server === ours) memory.push(ours.memory());
      }
      if (isOnce(call)) await reset(false);
    }
  for (const call of measured) {
    const of = (name: string) => perSecond.get(`${call} ${name}`) ?? [];
    for (const [name, least] of Object.entries(targets[call]))
      note(
        `${call} × ${name}`,
        of("product").map((value, n) => value / (of(name)[n] ?? Number.NaN)),
        { least },
      );
    for (const { name } of servers) note(`${call}, calls a second: ${name}`, of(name), { digits: 0 });
  }
  note("memory under load", [Math.max(...memory)], { most: 260, digits: 0, unit: " MB" });
  for (const server of servers) await server.stop();
}

try {
  await measureCalls();
} finally {
  generator.stop();
  await bench.close();
}
console.table(Object.fromEntries(lines.map(({ item, ...line }) => [item, line])));
console.log(
  `${visits} visits, ${rounds} rounds of ${seconds} s, 32 connections, server on a core of its own: ${isPinned}`,
);
process.exitCode = lines.some(({ result }) => result === "MISSED") ? 1 : 0;
