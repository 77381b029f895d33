// Entry of every npm script: `node resources/scripts/run.mjs <task> [arguments]`. Plain JavaScript, for Node 20 and
// a fresh clone: it installs what is missing and hands over to the pinned Node, which runs TypeScript as it is.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, pinnedNode } from "./install.mjs";
import { portProblem } from "./port.mjs";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];
const LOOK_FOR_NPM_EVERY_MS = 500;
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [task = "", ...rest] = process.argv.slice(2);

/** Ends with a message for people. */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Report a taken port before minutes of installing; start.ts checks again with all settings. */
async function checkPortForStart() {
  if (task !== "start") return;
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65535) return;
  const problem = await portProblem(process.env.HOST || "127.0.0.1", port);
  if (problem) fail(problem);
}

/** Runs the task and exits with its code. The channel tells the task when this process dies. */
function runTask(script) {
  const child = spawn(pinnedNode(root), [script, ...rest], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  stopWithNpm(() => child.kill("SIGTERM"));
  child.once("error", (error) => fail(`The task could not be started: ${error.message}`));
  child.once("exit", (code, signal) => {
    for (const name of FORWARDED) process.off(name, forward);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

/**
 * A signal sent to npm ends npm and the shell between, but does not come as far as here (on systems other than Windows
 * we see it by getting another parent).
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, LOOK_FOR_NPM_EVERY_MS);
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Node 20 or newer is needed; this is ${process.versions.node}.`);
}
const script = join(here, `${task}.ts`);
if (!/^[a-z]+$/.test(task) || !existsSync(script)) fail(`There is no task "${task}".`);
try {
  await ensureInstalled(root, { log: (line) => console.error(line), before: checkPortForStart });
} catch (error) {
  fail(error.message);
}
runTask(script);
