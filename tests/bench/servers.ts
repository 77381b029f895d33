/** The measured processes. The server under test has the first core; PostgreSQL and the load generator have the others. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { ROOT } from "#scripts/lib/paths.ts";
import { freePort } from "#tests/support/services/free-port.ts";
import { origin } from "./calls.ts";
import { keys } from "./database.ts";

export const isPinned = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** Reserves the first core for the server under test. */
export async function pinOthers(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
  const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, "utf8"))?.[1];
  for (const pid of [process.pid, parent, ...rows.map(({ pid }) => pid)])
    spawnSync("taskset", ["-acp", `1-${availableParallelism() - 1}`, String(pid)]);
}

export interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly readyPath?: string;
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Starts a server in production mode and waits for its first response. @param isAlone pinned to the first core */
export async function startServer(
  { name, args, env, cwd = ROOT, readyPath = "/readyz" }: Program,
  isAlone = isPinned,
) {
  const port = await freePort();
  const startedAt = performance.now();
  const [command, ...rest] = [...(isAlone ? ["taskset", "-c", "0"] : []), process.execPath, ...args];
  const child = spawn(command as string, rest, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  /** Resident megabytes. */
  const memory = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
  };
  while (child.exitCode === null && performance.now() - startedAt < 300_000) {
    const ready = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => undefined);
    await ready?.text();
    if (ready?.ok) return { name, port, stop, memory, seconds: (performance.now() - startedAt) / 1_000 };
    await delay(10);
  }
  await stop();
  throw new Error(`${name} did not start`);
}

const limits =
  "SUBMIT UNCHALLENGED LOOKUP LOOKUP_NUMBER HOST_SEARCH HOST_SEARCH_VISITOR NUMBER_MISS STAFF_WRITE";
/** Settings of the product and c. */
export const environment = (databaseUrl: string): NodeJS.ProcessEnv => ({
  ...keys,
  DATABASE_URL: databaseUrl,
  PUBLIC_ORIGIN: origin,
  TRUSTED_PROXIES: "loopback",
  STOP_DELAY: "0",
  FILES_DIR: mkdtempSync(join(tmpdir(), "visitor-bench-")),
  LOG_LEVEL: "info",
  ...Object.fromEntries(limits.split(" ").map((name) => [`LIMIT_${name}`, "1000000"])),
});

/** The product, started as in its image. */
export const product = (env: NodeJS.ProcessEnv): Program => ({
  name: "product",
  args: ["--max-semi-space-size=4", join(ROOT, "resources", "scripts", "start.ts")],
  env: { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: join(ROOT, "dist", "compile-cache"), ...env },
});

/** Server c, written by hand. */
export const bare = (env: NodeJS.ProcessEnv): Program => ({ name: "c", env, args: ["tests/bench/bare.ts"] });

/** Server d: the product with unnamed statements. */
export const unnamed = (env: NodeJS.ProcessEnv): Program => {
  const { args, ...rest } = product(env);
  return { ...rest, name: "d", args: ["--import", "./tests/bench/unnamed.ts", ...args] };
};
