/** The processes of a measurement: where they run, and what processor time and memory they took. */
import { type ChildProcess, execFileSync, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import { ROOT } from "#scripts/lib/paths.ts";
import { freePort } from "#tests/support/services/free-port.ts";
import type { Load, Measured } from "./load.ts";

export interface Server {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Of each, where several stand behind the port. */
  readonly pids?: readonly number[];
  /** Ends it at once. @returns when it is gone */
  stop(): Promise<void>;
}

export interface Started extends Server {
  /** Milliseconds until it was ready. */
  readonly readyMs: number;
}

/** Processor that the servers get for themselves; all else runs on the others. */
const own = 0;

/** @returns whether it now runs there only */
const pin = (pid: number, processors: string): boolean =>
  spawnSync("taskset", ["-acp", processors, String(pid)]).status === 0;

const others = (): string => {
  const count = Number(execFileSync("getconf", ["_NPROCESSORS_ONLN"], { encoding: "utf8" }));
  return count > 1 ? `1-${count - 1}` : "0";
};

/** Puts a server on its processor, and the database, where it is on this machine, on the others. */
export const pinServer = ({ pid }: Pick<Server, "pid">): boolean => pin(pid, String(own));

export async function pinDatabase(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>("SELECT pid FROM pg_stat_activity");
  const here = rows.filter(({ pid }) => existsSync(`/proc/${pid}/stat`));
  const parents = new Set(here.map(({ pid }) => statOf(pid).parent));
  return [...parents, ...here.map(({ pid }) => pid)].every((pid) => pin(pid, others())) && here.length > 0;
}

function statOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

const msPerTick = 10;

/** Processor time of a process since its start, in milliseconds. */
const cpuOf = (pid: number): number =>
  existsSync(`/proc/${pid}/stat`) ? statOf(pid).ticks * msPerTick : Number.NaN;

/** The same of the database's processes for connections of that name to that database. */
export async function databaseCpu(db: Knex, name: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = ? AND datname = current_database() AND pid <> pg_backend_pid()",
    [name],
  );
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
}

/** A server's process, and those that it started to share its port. */
const processesOf = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number),
];

export const serverCpu = ({ pid, pids = [pid] }: Server): number =>
  pids.flatMap(processesOf).reduce((sum, one) => sum + cpuOf(one), 0);

/** Megabytes that a process holds. */
export const memoryOf = ({ pid }: Server): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);

const ending = (child: ChildProcess) => async () => {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
  child.kill("SIGKILL");
  await gone;
};

export interface Program {
  readonly name: string;
  /** Of Node, its script among them. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its port is added. */
  readonly env: NodeJS.ProcessEnv;
  /** Is answered with 200 when all of its work can be done. */
  readonly readyPath: string;
}

const lookEveryMs = 10;
const startWithinMs = 120_000;

/** Starts a server in production and waits until it is ready; what it prints goes nowhere. */
export async function startProgram({ name, args, cwd, env, readyPath }: Program): Promise<Started> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const stop = ending(child);
  while (child.exitCode === null && performance.now() - began < startWithinMs) {
    const ready = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => undefined);
    await ready?.text();
    if (ready?.ok) return { name, port, pid: child.pid ?? 0, stop, readyMs: performance.now() - began };
    await delay(lookEveryMs);
  }
  await stop();
  throw new Error(`${name} did not start`);
}

const compileCache = join(ROOT, "dist", "compile-cache");
let hasCompileCache = false;

/** What the image brings along (Dockerfile): without it each process holds the compiler, too. */
function fillCompileCache(): void {
  if (hasCompileCache) return;
  hasCompileCache = true;
  const files = [
    "api/server.ts",
    "api/jobs/jobs.ts",
    "api/monitoring/metrics.ts",
    "api/traces/traces.ts",
    "db/migrate.ts",
  ];
  const load = `Promise.all(${JSON.stringify(files)}.map((file) => import("./" + file))).then(() => process.exit())`;
  const options = { cwd: ROOT, env: { ...process.env, NODE_COMPILE_CACHE: compileCache } };
  // Without the address of its site it ends by itself.
  spawnSync(process.execPath, [startScript], {
    ...options,
    env: { ...options.env, NODE_ENV: "production", PUBLIC_ORIGIN: "" },
  });
  execFileSync(process.execPath, ["--eval", load], options);
}

const startScript = join(ROOT, "resources", "scripts", "start.ts");

/** Starts the product as its image does, in production; its log is written and goes nowhere. */
export async function startProduct(env: NodeJS.ProcessEnv): Promise<Started> {
  fillCompileCache();
  return startProgram({
    name: "visitor",
    args: ["--max-semi-space-size=4", startScript],
    cwd: ROOT,
    env: { ...env, MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: compileCache },
    readyPath: "/readyz",
  });
}

/** Servers written for the comparison, by the name of their connections. */
const written = {
  bare: "bare/main.ts",
  "koa-pg": "beside/koa-pg.ts",
  "koa-objection": "beside/koa-objection.ts",
};

export async function startWritten(name: keyof typeof written, env: NodeJS.ProcessEnv): Promise<Server> {
  const child = fork(join(import.meta.dirname, written[name]), {
    env: { ...process.env, ...env, NODE_ENV: "production" },
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    name,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    stop: ending(child),
  };
}

export class LoadGenerator {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, "load.ts"), { serialization: "advanced" });

  pin(): boolean {
    return pin(this.#child.pid ?? 0, others());
  }

  async run(load: Load): Promise<Measured> {
    const answer = once(this.#child, "message");
    this.#child.send(load);
    return (await answer)[0];
  }

  stop(): void {
    this.#child.disconnect();
  }
}
