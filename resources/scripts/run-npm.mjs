// Runs npm for install.mjs, and ends it with all that it started when whoever wanted it is gone, however that died: two
// installs at once would spoil each other. Plain JavaScript: it runs on Node 20, before anything is installed.
import { spawn, spawnSync } from "node:child_process";

const isWindows = process.platform === "win32";
const [command, ...args] = process.argv.slice(2);
const npm = spawn(command, args, {
  stdio: ["ignore", "ignore", "inherit"],
  shell: command === "npm" && isWindows,
  // a group of its own, so that install scripts end with it
  detached: !isWindows,
});

/** What is half installed is installed again by the next start. */
function endAll() {
  if (npm.pid !== undefined && isWindows) spawnSync("taskkill", ["/pid", String(npm.pid), "/T", "/F"]);
  else if (npm.pid !== undefined) process.kill(-npm.pid, "SIGKILL");
  process.exit(1);
}

process.once("disconnect", endAll);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, endAll);
npm.once("error", (error) => {
  console.error(`npm could not be started: ${error.message}`);
  process.exit(1);
});
npm.once("exit", (code, signal) => {
  if (signal) console.error(`npm ended with ${signal}.`);
  process.exit(code ?? 1);
});
