import { join } from "node:path";
import pg from "pg";
import { usableBinaries } from "./binaries.ts";
import { ensureCluster, NAME, readPassword } from "./cluster.ts";
import { type DataDirectory, prepareDataDirectory } from "./data-directory.ts";
import { identify, withLock } from "./lock.mjs";
import { findRunning, type Log, type Postmaster } from "./postmaster.ts";
import { acquire, leaseHolders } from "./process-leases.ts";
import { askToStop, launch, type Settings, shutDown } from "./server.ts";

/** Whoever is connected knows one address only. */
const PORT_WITHIN_MS = 15_000;

export interface EmbeddedOptions {
  /** the project's `.data` folder */
  root: string;
  /** a cluster beside the main one, in a folder of this name in `root` (the tests') */
  name?: string;
  /** PostgreSQL settings beside or instead of ours */
  settings?: Settings;
  log: Log;
}

export interface Embedded {
  /** of a role that may do anything, on the database `visitor` */
  url: string;
  /** folder for secrets, closed to others */
  keysDir: string;
  logFile: string;
  /** true when nobody else used it when we came: we started it, or took it over from a process that died */
  owned: boolean;
  /**
   * Starts PostgreSQL again where it died (killed from outside; a crash inside it mends by itself).
   * @throws when it cannot be started at the address it had
   */
  revive(): Promise<void>;
  /** Leaves; whoever leaves last stops PostgreSQL and waits until it is gone. May be called twice. */
  stop(): Promise<void>;
  /** Leaves without waiting, for the moment before the process ends: PostgreSQL stops by itself. */
  abandon(): void;
}

/**
 * Starts PostgreSQL 18 on this project's own data, or joins the one that runs there already.
 * @throws with a readable message when it cannot be started
 */
export async function startEmbedded({ root, name, settings = {}, log }: EmbeddedOptions): Promise<Embedded> {
  const directory = await prepareDataDirectory(root, name, log);
  const binaries = await usableBinaries(directory.shelf, directory.account, log);
  const onWait = (pid: number) =>
    log(`Waiting for process ${pid}, which is starting or stopping the same database.`);
  const locked = <T>(work: () => Promise<T>) =>
    withLock(join(directory.folder, "start.lock"), { onWait }, work);

  return locked(async () => {
    const others = leaseHolders(directory.folder);
    const found = await findRunning(directory.dataDir, log);
    const first = others[0];
    if (found && first) log(`Using the database that process ${first.pid} started.`);
    else if (found) log("Taking over the database that a process which died left running.");
    else await ensureCluster(directory, binaries, log);
    readPassword(directory);

    let running = found ?? (await launch(directory, binaries, settings, log));
    const release = acquire(directory.folder);
    const leave = async () => {
      release();
      const left = leaseHolders(directory.folder)[0];
      if (left) log(`Leaving the database running for process ${left.pid}.`);
      else await shutDown(directory, binaries);
    };

    let url: string;
    try {
      url = await ensureDatabase(directory, running);
    } catch (error) {
      await leave();
      throw error;
    }
    let left = false;
    let done = false;
    return {
      url,
      keysDir: directory.keysDir,
      logFile: directory.logFile,
      owned: !found || others.length === 0,
      async revive() {
        if (left || identify(running.pid)) return;
        await locked(async () => {
          if (left) return;
          log("The database has died; starting it again.");
          const { port } = running;
          running =
            (await findRunning(directory.dataDir, log)) ??
            (await launch(directory, binaries, settings, log, PORT_WITHIN_MS));
          if (running.port !== port) throw new Error("The database is back at another port; start again.");
        });
      },
      async stop() {
        if (left) return;
        left = true;
        await locked(leave);
        done = true;
      },
      abandon() {
        // after an orderly end what runs there may be somebody else's by now
        if (done) return;
        left = true;
        done = true;
        release();
        if (leaseHolders(directory.folder).length === 0) askToStop(directory, binaries);
      },
    };
  });
}

/** Makes the database on the first start. Gives its address. */
async function ensureDatabase(directory: DataDirectory, running: Postmaster): Promise<string> {
  const address = (database: string) =>
    `postgres://${NAME}:${readPassword(directory)}@127.0.0.1:${running.port}/${database}`;
  const client = new pg.Client({ connectionString: address("postgres"), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [NAME]);
    if (rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
  return address(NAME);
}
