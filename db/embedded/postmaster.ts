import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../error-code.ts";
import { identify } from "./lock.mjs";

/** What PostgreSQL writes about itself into `postmaster.pid` of its data directory. */
export interface Postmaster {
  pid: number;
  port: number;
  status: "starting" | "ready" | "stopping" | "";
}

export type Log = (line: string) => void;

/**
 * Reads `postmaster.pid`.
 * @returns undefined when there is none; pid 0 when the file is there but broken
 */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, "postmaster.pid"), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  const lines = text.split("\n");
  const status = (lines[7] ?? "").trim();
  return {
    pid: Number.parseInt(lines[0] ?? "", 10) || 0,
    port: Number.parseInt(lines[3] ?? "", 10) || 0,
    status: status === "starting" || status === "ready" || status === "stopping" ? status : "",
  };
}

/**
 * Says whether the process is alive and is the PostgreSQL of this very data directory. The number alone proves
 * nothing: after a crash or a reboot it may belong to anybody, and a copied folder brings the lock of the original.
 */
export function isPostgresOf(pid: number, dataDir: string): boolean {
  if (!identify(pid)) return false;
  if (process.platform === "linux") return runsIn(pid, dataDir);
  if (process.platform === "win32") {
    const found = execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"], {
      encoding: "utf8",
    });
    return found.toLowerCase().includes("postgres.exe");
  }
  try {
    const command = execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return /postgres/.test(command) && command.includes(`-D ${dataDir}`);
  } catch {
    return false;
  }
}

/** PostgreSQL makes its data directory its working directory; where that is not ours to read, `-D` tells. */
function runsIn(pid: number, dataDir: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (basename(command[0] ?? "") !== "postgres") return false;
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
    } catch {
      return command[command.indexOf("-D") + 1] === dataDir;
    }
  } catch {
    return false;
  }
}

/**
 * Finds the PostgreSQL that already runs on this data directory. Waits for one that is starting or stopping, and
 * clears a stale lock away.
 * @returns the running one, ready for connections, or undefined when one has to be started
 * @throws when one neither gets ready nor goes away in `waitMs`
 */
export async function findRunning(
  dataDir: string,
  log: Log,
  waitMs = 60_000,
): Promise<Postmaster | undefined> {
  const deadline = Date.now() + waitMs;
  while (true) {
    const found = readPostmaster(dataDir);
    if (!found) return undefined;
    if (!isPostgresOf(found.pid, dataDir)) {
      clearStale(dataDir, found.pid, log);
      return undefined;
    }
    if (found.status === "ready") return found;
    if (Date.now() > deadline) {
      throw new Error(
        `PostgreSQL (process ${found.pid}) in ${dataDir} is neither ready nor gone: ${found.status}`,
      );
    }
    await delay(25);
  }
}

/**
 * PostgreSQL removes the lock of a dead process by itself, so that is left to it. It refuses to start while the number
 * exists, though: reused by another process, or a zombie that nobody collects. Those only we can judge. (Children of a
 * dead one that still use its shared memory are found by PostgreSQL with or without the lock.)
 */
function clearStale(dataDir: string, pid: number, log: Log): void {
  if (pid > 0 && !identify(pid)) log("The database was not shut down last time; it recovers by itself.");
  else log(`Removed a stale database lock: process ${pid} is not this database.`);
  if (pid > 0 && !numberExists(pid)) return;
  rmSync(join(dataDir, "postmaster.pid"), { force: true });
}

function numberExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
