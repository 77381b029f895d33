import { accessSync, constants, existsSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { messageOf } from "#contract/thrown.ts";
import { makeFolders } from "../files/make-folders.ts";
import { accessibleFolder, databaseAccount } from "./account.ts";
import { type ClusterPaths, ensureCluster, NAME, readPassword } from "./cluster.ts";
import { findRunning, readPostmaster } from "./postmaster.ts";
import { findPrograms, type Programs, runProgram, runProgramNow } from "./programs.ts";

const defaults = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Timeout of a start, including recovery after a crash. */
const defaultStartSeconds = 120;
const stopSeconds = "30";
const attempts = 5;

export interface EmbeddedOptions {
  /** The project's `.data` folder. */
  readonly root: string;
  /** Name of another cluster's folder in `root`, for tests. */
  readonly name?: string;
  /** PostgreSQL settings that extend or override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly startSeconds?: number;
}

export interface Embedded {
  /** URL of the database `visitor` for a superuser. */
  readonly url: string;
  readonly keysDir: string;
  /** Whether no other process used the database when this one started. */
  readonly owned: boolean;
  /** Stops PostgreSQL if no other process uses it, and waits for its end. May be called twice. */
  stop(): Promise<void>;
  /** Called right before the process ends: stops PostgreSQL without waiting, if this process started it. */
  abandon(): void;
}

/**
 * Starts PostgreSQL 18 on this project's data, or uses the one that is already running.
 * @throws Error with a sentence if it cannot be started
 */
export async function startEmbedded({
  root,
  name,
  settings,
  startSeconds = defaultStartSeconds,
}: EmbeddedOptions): Promise<Embedded> {
  const folder = makeFolder(name ? join(root, name) : root);
  const account = databaseAccount(join(folder, "postgres"));
  const accessible = accessibleFolder(folder, account);
  if (accessible !== folder)
    console.log(`PostgreSQL's user cannot enter ${folder}; its data is in ${accessible}.`);
  const paths = { dataDir: join(accessible, "postgres"), keysDir: join(folder, "keys") };
  const programs = findPrograms(account);

  const running = await findRunning(paths.dataDir);
  if (running) console.log("Using the database that is running already.");
  else await ensureCluster(paths, programs);
  const password = readPassword(paths);
  const port = running?.port ?? (await launch(paths, programs, { ...defaults, ...settings }, startSeconds));
  const address = (database: string) => `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`;

  const shutDown = ["stop", "-D", paths.dataDir, "-s", "-t", stopSeconds];
  const stopServer = async () => {
    await runProgram(programs, "pg_ctl", [...shutDown, "-m", "fast"]).catch(async () => {
      if (readPostmaster(paths.dataDir))
        await runProgram(programs, "pg_ctl", [...shutDown, "-m", "immediate"]);
    });
  };
  // stays open, so that other processes leave PostgreSQL running
  const client = new pg.Client({ connectionString: address("postgres"), application_name: leaseName });
  client.on("error", () => {});
  try {
    await client.connect();
    await ensureDatabase(client);
  } catch (error) {
    if (!running) await stopServer();
    throw error;
  }
  const owned = !running || (await otherLeases(client)) === 0;
  let isDone = false;
  return {
    url: address(NAME),
    keysDir: paths.keysDir,
    owned,
    async stop() {
      if (isDone) return;
      isDone = true;
      const others = await otherLeases(client).catch(() => 0);
      await client.end().catch(() => {});
      if (others > 0) console.log("Leaving the database running for another process.");
      else await stopServer();
    },
    abandon() {
      if (isDone || !owned) return;
      isDone = true;
      runProgramNow(programs, "pg_ctl", [...shutDown, "-m", "fast", "-W"]);
    },
  };
}

/** @returns the real path @throws Error with a sentence */
function makeFolder(folder: string): string {
  try {
    makeFolders(folder);
    accessSync(folder, constants.W_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new Error(
      `The folder ${folder} cannot be used (${messageOf(error)}). Start as its owner, or set DATA_DIR to another.`,
    );
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** @returns its port @throws Error with the last lines of its log if it does not start */
async function launch(
  { dataDir }: ClusterPaths,
  programs: Programs,
  settings: Readonly<Record<string, string>>,
  startSeconds: number,
): Promise<number> {
  const log = join(dataDir, "postgres.log");
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    if (existsSync(log)) renameSync(log, `${log}.1`);
    const options = Object.entries({ ...settings, port }).map(([key, value]) => `-c "${key}=${value}"`);
    const args = ["-D", dataDir, "-l", log, "-s", "-w", "-t", String(startSeconds), "-o", options.join(" ")];
    try {
      await runProgram(programs, "pg_ctl", ["start", ...args]);
      return port;
    } catch (error) {
      const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [messageOf(error)];
      const end = lines.slice(-15).join("\n");
      // another program took the port, or children of a killed PostgreSQL still run
      if (attempt === attempts || !/could not bind|pre-existing shared memory/.test(end)) {
        // A start that takes too long would keep running.
        if (readPostmaster(dataDir)?.port === port)
          await runProgram(programs, "pg_ctl", ["stop", "-D", dataDir, "-s", "-m", "immediate"]).catch(
            () => {},
          );
        throw new Error(`PostgreSQL did not start. The end of ${log}:\n${end}`);
      }
      await delay(500);
    }
  }
}

const leaseName = "visitor process";

/** Processes other than this one that use the database. */
async function otherLeases(client: pg.Client): Promise<number> {
  const found = await client.query(
    "select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()",
    [leaseName],
  );
  return found.rowCount ?? 0;
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [NAME]);
  if (rowCount === 0) await client.query(`create database ${NAME}`);
}
