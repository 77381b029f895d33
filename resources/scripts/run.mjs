// Entry of every npm script: `node resources/scripts/run.mjs <task> [arguments]`. Plain JavaScript, for Node 20 and
// a fresh clone: it installs what is missing and hands over to the pinned Node, which runs TypeScript as it is.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, pinnedNode } from "./install.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [task = "", ...rest] = process.argv.slice(2);
const script = join(here, `${task}.ts`);

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Node 20 or newer is needed; this is ${process.versions.node}.`);
if (!/^[a-z]+$/.test(task) || !existsSync(script)) fail(`There is no task "${task}".`);
try {
  ensureInstalled(root);
} catch (error) {
  fail(error.message);
}

/**
 * The process that serves takes less memory with these, as with resources/systemd and the Dockerfile
 * (docs/reliability.md, "Memory").
 */
const isServer = task === "start";
const flags = isServer ? ["--max-semi-space-size=4"] : [];
const env = isServer
  ? { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: join(root, "dist", "compile-cache") }
  : {};

// the channel tells the task when this process dies
const child = spawn(pinnedNode(root), [...flags, script, ...rest], {
  cwd: root,
  env: { ...env, ...process.env },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
child.once("error", (error) => fail(`The task could not be started: ${error.message}`));
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) process.on(signal, () => child.kill(signal));
child.once("exit", (code, signal) => {
  for (const name of signals) process.removeAllListeners(name);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});

// npm does not pass signals on: a changed parent process shows that npm has ended.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
