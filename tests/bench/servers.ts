/** The processes that are measured: the server under test has the first core, PostgreSQL and the load generator the others. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { ROOT } from "#scripts/lib/paths.ts";
import { freePort } from "#tests/support/services/free-port.ts";
import { type CallName, origin } from "./calls.ts";
import { keys } from "./database.ts";

export const isPinned = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0;
const otherCores = `1-${availableParallelism() - 1}`;

const node = (cores: string, args: readonly string[]): [string, string[]] =>
  isPinned ? ["taskset", ["-c", cores, process.execPath, ...args]] : [process.execPath, [...args]];

export async function pinDatabase(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
  const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, "utf8"))?.[1];
  for (const pid of [parent, ...rows.map(({ pid }) => pid)])
    spawnSync("taskset", ["-acp", otherCores, String(pid)]);
}

export interface Server {
  readonly name: string;
  readonly port: number;
  /** Until it was ready. */
  readonly seconds: number;
  /** Megabytes that it holds. */
  memory(): number;
  stop(): Promise<void>;
}

export interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly readyPath?: string;
  /** On any core. */
  readonly isFree?: boolean;
}

/** Starts a server in production and waits for its first answer. */
export async function startServer({
  name,
  args,
  env,
  cwd = ROOT,
  readyPath = "/readyz",
  isFree,
}: Program): Promise<Server> {
  const port = await freePort();
  const began = performance.now();
  const [command, all] = isFree ? [process.execPath, [...args]] : node("0", args);
  const child = spawn(command, all, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  process.once("exit", () => child.kill("SIGKILL"));
  while (child.exitCode === null && performance.now() - began < 300_000) {
    const ready = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => undefined);
    await ready?.text();
    if (ready?.ok)
      return {
        ...{ name, port, stop, seconds: (performance.now() - began) / 1_000 },
        memory: () =>
          Math.round(
            Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1_024,
          ),
      };
    await delay(10);
  }
  await stop();
  throw new Error(`${name} did not start`);
}

const unlimited = [
  "SUBMIT",
  "UNCHALLENGED",
  "LOOKUP",
  "LOOKUP_NUMBER",
  "HOST_SEARCH",
  "HOST_SEARCH_VISITOR",
  "NUMBER_MISS",
];

/** What product, c and d are told. */
export const environment = (databaseUrl: string): NodeJS.ProcessEnv => ({
  ...{
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXIES: "loopback",
    STOP_DELAY: "0",
    ...keys,
  },
  ...{ FILES_DIR: mkdtempSync(join(tmpdir(), "visitor-bench-")), LOG_LEVEL: "info" },
  ...Object.fromEntries(unlimited.map((name) => [`LIMIT_${name}`, "1000000"])),
});

/** The product as its image starts it. */
export const product = (env: NodeJS.ProcessEnv): Program => ({
  name: "product",
  args: ["--max-semi-space-size=4", join(ROOT, "resources", "scripts", "start.ts")],
  env: { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: join(ROOT, "dist", "compile-cache"), ...env },
});

export const written = (name: "c" | "d", env: NodeJS.ProcessEnv): Program => ({
  ...{ name, env },
  args: [join(import.meta.dirname, name === "c" ? "bare.ts" : "koa.ts")],
});

export interface Load {
  readonly port: number;
  readonly call: CallName;
  readonly seed: number;
  readonly seconds: number;
  /** At most as many requests, each made once. */
  readonly most?: number;
  /** Token, where Directus is asked for the same. */
  readonly directus?: string;
}

export interface Loaded {
  readonly calls: number;
  readonly seconds: number;
  /** The first answer that was no 2xx. */
  readonly failure?: string;
}

export class LoadGenerator {
  readonly #child: ChildProcess;

  constructor() {
    const [command, args] = node(otherCores, [join(import.meta.dirname, "load.ts")]);
    this.#child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  }

  async run(load: Load): Promise<Loaded> {
    const answer = once(this.#child, "message");
    this.#child.send(load);
    const [loaded] = (await answer) as [Loaded];
    if (loaded.failure) throw new Error(`${load.call} at port ${load.port}: ${loaded.failure}`);
    return loaded;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
