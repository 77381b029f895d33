import { resolve } from "node:path";
import type { Knex } from "knex";
import { openFileStorage } from "#api/files/storage.ts";
import type { Settings } from "#api/settings.ts";
import { type Embedded, startEmbedded } from "#db/embedded/index.ts";
import { errorCode } from "#db/error-code.ts";
import { repeatUntilAborted, type Scope } from "./lifecycle.ts";
import { ROOT } from "./paths.ts";

/** How often a running demonstration checks whether its dates must be shifted. */
const NEXT_DAY_EVERY_MS = 600_000;

/**
 * Starts or joins the embedded database for the scope's lifetime.
 * @param dataDir as in the settings, relative to the project
 */
export async function openEmbedded(scope: Scope, dataDir: string): Promise<Embedded> {
  const database = await startEmbedded({ root: resolve(ROOT, dataDir) });
  scope.defer(
    () => database.stop(),
    () => database.abandon(),
  );
  return database;
}

/**
 * Opens the configured database as it is.
 * @returns `keysDir` only for the embedded database; otherwise keys come from the environment
 */
export async function openConfigured(
  scope: Scope,
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
): Promise<{ url: string; keysDir?: string }> {
  if (databaseUrl) return { url: databaseUrl };
  const { url, keysDir } = await openEmbedded(scope, dataDir);
  scope.signal.throwIfAborted();
  return { url, keysDir };
}

/** @throws Error with a sentence where a database does not answer */
export async function requireReachable(db: Knex): Promise<void> {
  await db.raw("SELECT 1").catch((error) => {
    throw new Error(`The database cannot be reached: ${error.message || errorCode(error)}`);
  });
}

/** Per process the pools, `slowDb`, the listener and the check of the standby; jobs, which one process runs, have two. */
const connectionsOf = ({ databasePool, processes, jobs }: Settings): number =>
  processes * (databasePool + 3 + 2) + (jobs ? 2 : 0);

/**
 * Opens the configured database and migrates it; the embedded one also gets demonstration data.
 * @returns `keysDir` only for the embedded database; otherwise keys come from the environment
 */
export async function openPrepared(
  scope: Scope,
  settings: Settings,
): Promise<{ databaseUrl: string; keysDir?: string }> {
  const { migrate } = await import("#db/migrate.ts");
  if (settings.databaseUrl) {
    // Behind a pooler, which LISTEN_URL shows, PostgreSQL's own limit is another.
    await migrate(settings.databaseUrl, { needed: settings.listenUrl ? 0 : connectionsOf(settings) });
    return { databaseUrl: settings.databaseUrl };
  }
  const { url, keysDir } = await openEmbedded(scope, settings.dataDir);
  scope.signal.throwIfAborted();
  await migrate(url);
  scope.signal.throwIfAborted();
  const { seedDemonstration } = await import("#db/seeds/demonstration.ts");
  const files = openFileStorage(settings);
  const seed = () => seedDemonstration(url, keysDir, new Date(), files);
  await seed();
  void repeatUntilAborted(scope.signal, NEXT_DAY_EVERY_MS, seed);
  return { databaseUrl: url, keysDir };
}
