/** Finds the PostgreSQL that runs on a data directory, by its `postmaster.pid`. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface Postmaster {
  readonly pid: number;
  readonly dataDir: string;
  /** Seconds since 1970, as text. */
  readonly startedAt: string;
  readonly port: number;
  /** "starting", "ready" or "stopping" */
  readonly status: string;
}

const fileIn = (dataDir: string) => join(dataDir, "postmaster.pid");

/** @returns undefined without a file; pid 0 if it is invalid */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return undefined;
  const [pid, folder = "", startedAt = "", port, , , , status = ""] = readFileSync(file, "utf8").split("\n");
  return {
    pid: Number(pid) || 0,
    dataDir: folder,
    startedAt,
    port: Number(port) || 0,
    status: status.trim(),
  };
}

/** The pid alone is not enough: after a crash or a restart it may belong to another program. */
function isPostgres(pid: number): boolean {
  try {
    if (process.platform === "linux")
      return basename(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "") === "postgres";
    const [program, ...args] =
      process.platform === "win32"
        ? (["tasklist", "/FI", `PID eq ${pid}`] as const)
        : (["ps", "-o", "comm=", "-p", String(pid)] as const);
    return execFileSync(program, args, { encoding: "utf8" }).includes("postgres");
  } catch {
    return false;
  }
}

/** Whether the file is of a PostgreSQL that runs on this folder, of one that runs on another folder, or of a dead one. */
function ownerOf(dataDir: string, { pid, ...found }: Postmaster): "own" | "other" | "dead" {
  if (!isPostgres(pid)) return "dead";
  try {
    // PostgreSQL's working directory is its data directory; a copy's file names the original's process.
    const actual = `/proc/${pid}/cwd`;
    const [running, own] = [statSync(actual), statSync(dataDir)];
    if (running.ino === own.ino && running.dev === own.dev) return "own";
    return readPostmaster(actual)?.startedAt === found.startedAt ? "other" : "dead";
  } catch {
    return resolve(found.dataDir) === dataDir ? "own" : "other";
  }
}

/**
 * Waits for a PostgreSQL that is starting or stopping, and removes the file of a dead one.
 * @returns a PostgreSQL that accepts connections; undefined if one has to be started
 * @throws if the data is a copy made while the original was running
 */
export async function findRunning(dataDir: string): Promise<Postmaster | undefined> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(50)) {
    const found = readPostmaster(dataDir);
    if (!found) return undefined;
    const owner = ownerOf(dataDir, found);
    if (owner === "dead") {
      rmSync(fileIn(dataDir), { force: true });
      return undefined;
    }
    if (owner === "other")
      throw new Error(
        `${dataDir} is a copy of ${found.dataDir}, made while its database ran. Stop that one, and copy it again.`,
      );
    if (found.status === "ready") return found;
  }
  throw new Error(`PostgreSQL in ${dataDir} neither starts nor stops.`);
}
