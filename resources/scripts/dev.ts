/** Task `dev`: database, API that restarts when its files change, public site and console with live updates. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createServer } from "vite";
import { readSettings } from "#api/settings.ts";
import { openPrepared } from "./lib/database.ts";
import { runScoped, type Scope, untilAborted } from "./lib/lifecycle.ts";
import { ROOT } from "./lib/paths.ts";
import { checkPort } from "./lib/port.ts";

/** Paths of the API; everything else is the public site. */
const API_PATHS = ["/api", "/dash", "/visitor/", "/custom", "/files", "/desktop"];

const freePort = () => checkPort("127.0.0.1", 0);

function startApi(scope: Scope, port: number, env: NodeJS.ProcessEnv): void {
  const script = join(ROOT, "resources", "scripts", "serve.ts");
  const child = spawn(process.execPath, ["--watch", "--watch-preserve-output", script], {
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  scope.defer(
    () => stopChild(child),
    () => child.kill("SIGKILL"),
  );
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** Below `/dash` page navigations go to the console and everything else to the API, as in production. */
const consoleProxy = (target: { target: string; changeOrigin: boolean }) => ({
  ...target,
  bypass: ({ headers }: { headers: { accept?: string | undefined } }) =>
    headers.accept?.includes("text/html") ? "/console.html" : undefined,
});

await runScoped(async (scope) => {
  const settings = readSettings(process.env);
  await checkPort(settings.host, settings.port);
  const database = await openPrepared(scope, settings);
  scope.signal.throwIfAborted();

  const apiPort = await freePort();
  startApi(scope, apiPort, { DEV_DATABASE_URL: database.databaseUrl, DEV_KEYS_DIR: database.keysDir });
  // keep the browser's host: the API compares it with the origin
  const target = { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false };
  const proxy = Object.fromEntries(API_PATHS.map((path) => [path, target]));
  const site = await createServer({
    configFile: join(ROOT, "web", "vite.config.ts"),
    // the built site serves files and pages from different paths; here both come from the root
    base: "/",
    server: { host: settings.host, port: settings.port, strictPort: true, proxy },
  });
  scope.defer(() => site.close());
  await site.listen();
  const consolePort = await freePort();
  const consoleServer = await createServer({
    configFile: join(ROOT, "desktop", "console.config.ts"),
    // origin of the public site, whose preview page the console opens
    define: { "import.meta.env.VITE_SITE": JSON.stringify(`http://${settings.host}:${settings.port}`) },
    server: {
      host: settings.host,
      port: consolePort,
      strictPort: true,
      proxy: { ...proxy, "/dash": consoleProxy(target) },
    },
  });
  scope.defer(() => consoleServer.close());
  await consoleServer.listen();
  console.log(`\n  Visitor reservation   http://${settings.host}:${settings.port}/   (changes show at once)`);
  console.log(`  Console               http://${settings.host}:${consolePort}/dash/\n`);
  await untilAborted(scope.signal);
});
