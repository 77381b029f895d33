import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../error-code.ts";
import { runOptions } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { DataDirectory } from "./data-directory.ts";
import { identify, isAlive } from "./lock.mjs";
import { isPostgresOf, type Log, type Postmaster, readPostmaster } from "./postmaster.ts";

/** Settings by name, as in postgresql.conf. */
export type Settings = Record<string, string>;

const SETTINGS: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Recovery after a crash takes as long as it takes; past this something is wrong. */
const READY_WITHIN_MS = 120_000;
const ATTEMPTS = 8;

/**
 * Starts PostgreSQL and waits until it takes connections.
 * @param portWaitMs so long the port of last time is waited for: children of a killed postgres keep it a moment
 * @throws with the last lines of PostgreSQL's log when it does not start
 */
export async function launch(
  directory: DataDirectory,
  binaries: Binaries,
  settings: Settings,
  log: Log,
  portWaitMs = 0,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(directory, portWaitMs);
    const failure = await launchOnce(directory, binaries, { ...SETTINGS, ...settings, port: String(port) });
    if (typeof failure !== "string") return failure;
    // the port was taken in between, or children of a killed postgres have not noticed yet
    const passing = /could not bind|pre-existing shared memory/.test(failure);
    if (!passing || attempt === ATTEMPTS) {
      throw new Error(`PostgreSQL did not start. The end of ${directory.logFile}:\n${failure}`);
    }
    log("PostgreSQL could not start yet; trying again.");
    await delay(250);
  }
}

async function launchOnce(
  directory: DataDirectory,
  binaries: Binaries,
  settings: Settings,
): Promise<Postmaster | string> {
  if (existsSync(directory.logFile)) renameSync(directory.logFile, `${directory.logFile}.1`);
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const running =
    process.platform === "win32"
      ? startOnWindows(directory, binaries, options)
      : await startDetached(directory, binaries, options);
  return running ?? logTail(directory);
}

/** In a process group of its own: Ctrl-C in the terminal must reach only node, which then stops PostgreSQL in order. */
async function startDetached(
  directory: DataDirectory,
  binaries: Binaries,
  options: string[],
): Promise<Postmaster | undefined> {
  const logFd = openSync(directory.logFile, "a", 0o600);
  const child = spawn(binaries.postgres, ["-D", directory.dataDir, ...options], {
    ...runOptions(directory.dataDir, directory.account),
    detached: true,
    stdio: ["ignore", logFd, logFd],
  });
  closeSync(logFd);
  try {
    return await untilReady(child, directory);
  } finally {
    child.unref();
  }
}

async function untilReady(child: ChildProcess, directory: DataDirectory): Promise<Postmaster | undefined> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (child.exitCode === null && child.signalCode === null) {
    if (failure) throw failure;
    const found = readPostmaster(directory.dataDir);
    if (found?.pid === child.pid && found?.status === "ready") return found;
    if (Date.now() > deadline) {
      child.kill("SIGQUIT");
      return undefined;
    }
    await delay(15);
  }
  return undefined;
}

/** pg_ctl also gives up administrator's rights, with which postgres refuses to run. */
function startOnWindows(
  directory: DataDirectory,
  binaries: Binaries,
  options: string[],
): Postmaster | undefined {
  const seconds = String(READY_WITHIN_MS / 1000);
  const quoted = options.map((option) => `"${option}"`).join(" ");
  spawnSync(
    binaries.pgCtl,
    ["start", "-w", "-t", seconds, "-D", directory.dataDir, "-l", directory.logFile, "-o", quoted],
    { ...runOptions(directory.dataDir, directory.account), stdio: "ignore", windowsHide: true },
  );
  const found = readPostmaster(directory.dataDir);
  return found?.status === "ready" ? found : undefined;
}

function logTail(directory: DataDirectory): string {
  const lines = existsSync(directory.logFile)
    ? readFileSync(directory.logFile, "utf8").trim().split("\n")
    : [];
  return lines.slice(-15).join("\n");
}

/** The port of last time when it is or gets free, else any free one. */
async function choosePort(directory: DataDirectory, timeoutMs: number): Promise<number> {
  const file = join(directory.folder, "postgres.port");
  const remembered = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : 0;
  const deadline = Date.now() + timeoutMs;
  let port = await tryPort(remembered || 0);
  while (!port && Date.now() < deadline) {
    await delay(100);
    port = await tryPort(remembered);
  }
  port ??= await tryPort(0);
  if (!port) throw new Error("No free port on 127.0.0.1.");
  writeFileSync(file, `${port}\n`);
  return port;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => {
      const { port: taken } = server.address() as { port: number };
      server.close(() => resolve(taken));
    });
  });
}

/** The PostgreSQL of this cluster, if it runs. Looked up anew: since the start it may have died, or been replaced. */
function current(directory: DataDirectory): Postmaster | undefined {
  const found = readPostmaster(directory.dataDir);
  return found && isPostgresOf(found.pid, directory.dataDir) ? found : undefined;
}

/**
 * Asks PostgreSQL to stop now, without waiting: open connections are ended, nothing committed is lost. It goes on
 * by itself even when this process ends.
 * @returns the one that was asked, to wait for
 */
export function askToStop(directory: DataDirectory, binaries: Binaries): Postmaster | undefined {
  const running = current(directory);
  if (!running) return undefined;
  if (process.platform === "win32") stopOnWindows(directory, binaries, "fast");
  else signal(running.pid, "SIGINT");
  return running;
}

/**
 * Stops PostgreSQL and waits until it is gone; becomes less polite each time it takes longer than `timeoutMs`.
 */
export async function shutDown(
  directory: DataDirectory,
  binaries: Binaries,
  timeoutMs = 30_000,
): Promise<void> {
  const running = askToStop(directory, binaries);
  if (!running) return;
  const self = identify(running.pid);
  if (await goneWithin(self, timeoutMs)) return;
  if (process.platform === "win32") stopOnWindows(directory, binaries, "immediate");
  else signal(running.pid, "SIGQUIT");
  if (await goneWithin(self, timeoutMs)) return;
  signal(running.pid, "SIGKILL");
  await goneWithin(self, timeoutMs);
}

function stopOnWindows(directory: DataDirectory, binaries: Binaries, mode: "fast" | "immediate"): void {
  spawnSync(binaries.pgCtl, ["stop", "-m", mode, "-W", "-D", directory.dataDir], {
    ...runOptions(directory.dataDir, directory.account),
    stdio: "ignore",
    windowsHide: true,
  });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

async function goneWithin(self: ReturnType<typeof identify>, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  while (isAlive(self)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
