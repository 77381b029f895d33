/** Task `start`: starts the whole product in one command. */
import { createLog } from "#api/log.ts";
import type { Running } from "#api/server.ts";
import { readSettings, requirePublicOrigin, type Settings } from "#api/settings.ts";
import { commit, version } from "#api/version.ts";
import { buildStale } from "./build.ts";
import { openPrepared } from "./lib/database.ts";
import { runScoped, untilAborted } from "./lib/lifecycle.ts";
import { CONSOLE_DIR, SITE_DIR } from "./lib/paths.ts";
import { checkPort } from "./lib/port.ts";
import { releaseMemoryLater } from "./lib/release-memory.ts";
import { waitForDatabase } from "./lib/wait-for-database.ts";

function announce(url: string, demonstration: boolean): void {
  console.log(`\n  Visitor reservation   ${url}/`);
  console.log(`  Console               ${url}/dash/`);
  console.log(`  API description       ${url}/api/openapi.json`);
  if (demonstration) {
    console.log("\n  A demonstration: all data is made up.");
    console.log("  Accounts: admin, desk, host, privacy   Password: visit-demo-2026!");
  }
  console.log("\n  Ctrl-C stops it.\n");
}

const loadServer = () => import("#api/server.ts");

/** While the database is waited for. Where that fails, so does `run`. */
function loadServerEarly({ processes }: Settings): void {
  if (processes === 1) loadServer().catch(() => {});
}

/** In this process; where there are to be several, in others. */
async function run(settings: Settings, database: Awaited<ReturnType<typeof openPrepared>>): Promise<Running> {
  if (settings.processes === 1) {
    const { serve } = await loadServer();
    return serve({ settings, siteDir: SITE_DIR, consoleDir: CONSOLE_DIR, ...database });
  }
  const { startProcesses } = await import("./lib/processes.ts");
  const onLost = (pid: number | undefined, how: string) =>
    console.error(`Process ${pid} of the server ended (${how}); another takes its place.`);
  return startProcesses({ count: settings.processes, ...database, onLost });
}

await runScoped(
  async (scope) => {
    const settings = readSettings(process.env);
    requirePublicOrigin(settings);
    const log = createLog(settings.logLevel);
    const { production, publicOrigin } = settings;
    log.info({ version, commit, publicOrigin }, "server starts");
    for (const warning of settings.warnings) log.warn(warning);
    await checkPort(settings.host, settings.port);
    loadServerEarly(settings);
    // wait for both even if one fails: a database that has started must be stopped
    const [database, site] = await Promise.allSettled([
      waitForDatabase({ settings, log, signal: scope.signal }, () => openPrepared(scope, settings)),
      buildStale(scope.signal),
    ]);
    if (database.status === "rejected") throw database.reason;
    if (site.status === "rejected") throw site.reason;
    scope.signal.throwIfAborted();

    const server = await run(settings, database.value);
    scope.defer(() => server.close());
    if (production) log.info({ url: server.url }, "server is ready");
    else announce(server.url, settings.demonstration);
    releaseMemoryLater();
    await untilAborted(scope.signal);
  },
  // Every line of a production log is JSON.
  { silent: process.env.NODE_ENV === "production" },
);
