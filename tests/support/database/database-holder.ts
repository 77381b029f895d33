/** Processes that use the embedded database, and that tests can kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { readPostmaster } from "#db/embedded/postmaster.ts";
import { ROOT } from "#scripts/lib/paths.ts";

export interface Holder {
  url: string;
  owned: boolean;
  log: string;
  process: ChildProcess;
  /** SIGTERM; resolves after the exit. */
  stop(): Promise<void>;
  /** SIGKILL; resolves after the exit. */
  kill(): Promise<void>;
}

/**
 * Starts a process that uses the database in `root`; resolves when it is connected.
 * @param options `project`: the copy of the project to run
 * @throws Error with its output if it ends before
 */
export async function hold(
  root: string,
  options: { project?: string; umask?: string } = {},
): Promise<Holder> {
  const project = options.project ?? ROOT;
  const script = join(project, "tests", "support", "database", "hold-database.ts");
  const command = `umask ${options.umask ?? "022"}; exec "$0" "$1" "$2"`;
  const child = spawn("/bin/sh", ["-c", command, process.execPath, script, root], { cwd: project });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const gone = once(child, "close").then(() => undefined);
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("{")) resolve(line);
      else log += `${line}\n`;
    });
  });
  const first = await Promise.race([ready, gone]);
  if (!first) throw new Error(`It ended: ${log}`);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return {
    ...(JSON.parse(first) as { url: string; owned: boolean }),
    get log() {
      return log;
    },
    process: child,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  // a server that is killed ends the connection too
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A folder for one test that PostgreSQL's user can access. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "visitor-fault-"));
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

/** Process id of the PostgreSQL in `root`, or 0. */
export function postgresOf(root: string): number {
  return readPostmaster(join(root, "postgres"))?.pid ?? 0;
}

/** False also for a zombie process. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}

/** The log of the latest run in `root`. */
export function postgresLog(root: string): string {
  const file = join(root, "postgres", "postgres.log");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

export async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
}
