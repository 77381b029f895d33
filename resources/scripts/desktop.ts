/**
 * Task `desktop`: the desktop app from its sources, with live updates. The server is started separately (`npm start` or
 * `npm run dev`). Fetches the Electron binary the first time: installing the packages does not.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { runScoped, type Scope, untilAborted } from "./lib/lifecycle.ts";
import { ROOT } from "./lib/paths.ts";
import { buildPlayer } from "./lib/player.ts";

const modules = join(ROOT, "node_modules");
const vite = join(modules, "electron-vite", "bin", "electron-vite.js");
const app = join(ROOT, "dist", "desktop");

/** Runs a script of a package to its end, or until the scope stops. @returns its exit code */
function run(scope: Scope, script: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const end = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
  scope.signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  scope.defer(
    () => end.then(() => {}),
    () => child.kill("SIGKILL"),
  );
  return end;
}

await runScoped(async (scope) => {
  const fetched = await run(scope, join(modules, "electron", "install.js"), []);
  scope.signal.throwIfAborted();
  if (fetched !== 0) throw new Error("Electron's program could not be fetched; the error is above.");
  await buildPlayer(app);
  scope.signal.throwIfAborted();
  const ended = run(scope, vite, ["dev", "--watch", "--entry", app]);
  const code = await Promise.race([ended, untilAborted(scope.signal).then(() => 0)]);
  if (code !== 0) throw new Error("The desktop app ended with an error.");
});
