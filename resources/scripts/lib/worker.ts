/** One of several processes of the server; `start` runs them (processes.ts). */
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { runScoped, untilAborted } from "./lifecycle.ts";
import { CONSOLE_DIR, SITE_DIR } from "./paths.ts";
import { releaseMemoryLater } from "./release-memory.ts";

await runScoped(
  async (scope) => {
    const { WORKER_DATABASE_URL: databaseUrl, WORKER_KEYS_DIR: keysDir } = process.env;
    if (!databaseUrl) throw new Error("This is started by `npm start`.");
    process.on("message", (message) => {
      if (message === "stop" && !scope.signal.aborted) process.kill(process.pid, "SIGTERM");
    });
    const settings = readSettings(process.env);
    const bundles = { siteDir: SITE_DIR, consoleDir: CONSOLE_DIR };
    const server = await serve({ settings, databaseUrl, keysDir, ...bundles });
    scope.defer(() => server.close());
    process.send?.({ url: server.url });
    releaseMemoryLater();
    await untilAborted(scope.signal);
  },
  { silent: true },
);
