// Entry of every npm script: `node resources/scripts/run.mjs <task> [arguments]`. Plain JavaScript, for Node 20 and
// a fresh clone: it installs what is missing and hands over to the pinned Node, which runs TypeScript as it is.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDebianPackages } from "./debian-packages.mjs";
import { ensureInstalled, pinnedNode } from "./install.mjs";
import { portProblem } from "./port.mjs";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];
const LOOK_FOR_NPM_EVERY_MS = 500;
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [task = "", ...rest] = process.argv.slice(2);
/** npm's shell, where npm started us. */
const parent = process.ppid;

/** What ends us in order; an install that is broken off ends with us, and is repeated by the next start. */
let stop = () => process.exit(1);

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

/**
 * Options of the process that serves, as resources/systemd and the Dockerfile have them: less memory
 * (docs/reliability.md, "Memory").
 */
const serverFlags = task === "start" ? ["--max-semi-space-size=4"] : [];
const serverEnv =
  task === "start" ? { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: join(root, "dist", "compile-cache") } : {};

/** Runs the task and exits with its code. The channel tells the task when this process dies. */
function runTask(script) {
  const child = spawn(pinnedNode(root), [...serverFlags, script, ...rest], {
    cwd: root,
    env: { ...serverEnv, ...process.env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  stop = () => child.kill("SIGTERM");
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
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, LOOK_FOR_NPM_EVERY_MS);
  look.unref();
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Node 20 or newer is needed; this is ${process.versions.node}.`);
}
const script = join(here, `${task}.ts`);
if (!/^[a-z]+$/.test(task) || !existsSync(script)) fail(`There is no task "${task}".`);
stopWithNpm();
const log = (line) => console.error(line);
const isWholeTestRun = task === "test" && rest.every((argument) => argument === "--full");
try {
  await Promise.all([
    ensureInstalled(root, { log, before: checkPortForStart }),
    isWholeTestRun ? ensureDebianPackages(log) : undefined,
  ]);
} catch (error) {
  fail(error.message);
}
runTask(script);
