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
  stop(): void;
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

const compileCache = join(ROOT, "dist", "compile-cache");

/** What the image brings along (Dockerfile): without it each process holds the compiler, too. */
function fillCompileCache(): void {
  const files = [
    "api/server.ts",
    "api/jobs/jobs.ts",
    "api/monitoring/metrics.ts",
    "api/traces/traces.ts",
    "db/migrate.ts",
  ];
  const load = `Promise.all(${JSON.stringify(files)}.map((file) => import("./" + file))).then(() => process.exit())`;
  execFileSync(process.execPath, ["--eval", load], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
}

/** Starts the product as its image does, in production; its log is written and goes nowhere. */
export async function startProduct(env: NodeJS.ProcessEnv): Promise<Server> {
  fillCompileCache();
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=4", join(ROOT, "resources", "scripts", "start.ts")],
    {
      cwd: ROOT,
      env: {
        ...{ ...process.env, ...env, NODE_ENV: "production", PORT: String(port) },
        ...{ MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: compileCache },
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const stop = () => void child.kill("SIGKILL");
  for (let tried = 0; child.exitCode === null && tried < 1200; tried++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) return { name: "visitor", port, pid: child.pid ?? 0, stop };
    await delay(100);
  }
  stop();
  throw new Error("the product did not start");
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
    stop: () => void child.kill("SIGKILL"),
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
