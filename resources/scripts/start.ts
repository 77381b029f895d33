/** Task `start`: starts the whole product in one command. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Running } from "#api/server.ts";
import { readSettings, requirePublicOrigin, type Settings } from "#api/settings.ts";
import { staleFaces } from "./build.ts";
import { openPrepared } from "./lib/database.ts";
import { runScoped, untilAborted } from "./lib/lifecycle.ts";
import { CONSOLE_DIR, ROOT, SITE_DIR } from "./lib/paths.ts";
import { releaseMemoryLater } from "./lib/release-memory.ts";
import { portProblem } from "./port.mjs";

/** @throws where the port is not available, with instructions */
async function checkPort({ host, port }: Settings): Promise<void> {
  const problem = await portProblem(host, port);
  if (problem) throw new Error(problem);
}

/** A separate process, so that a build's memory is released. */
function buildIfStale(signal: AbortSignal): Promise<void> {
  const stale = staleFaces();
  if (stale.length === 0) return Promise.resolve();
  console.log(`Building the ${stale.join(" and the ")}.`);
  return new Promise((resolve, reject) => {
    const script = join(ROOT, "resources", "scripts", "build.ts");
    const child = spawn(process.execPath, [script, "--if-stale"], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      signal,
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error("Without the site there is no start.")),
    );
  });
}

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

await runScoped(async (scope) => {
  const settings = readSettings(process.env);
  requirePublicOrigin(settings);
  await checkPort(settings);
  loadServerEarly(settings);
  // wait for both even if one fails: a database that has started must be stopped
  const [database, site] = await Promise.allSettled([
    openPrepared(scope, settings),
    buildIfStale(scope.signal),
  ]);
  if (database.status === "rejected") throw database.reason;
  if (site.status === "rejected") throw site.reason;
  scope.signal.throwIfAborted();

  const server = await run(settings, database.value);
  scope.defer(() => server.close());
  announce(server.url, settings.demonstration);
  releaseMemoryLater();
  await untilAborted(scope.signal);
});
