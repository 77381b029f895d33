// Plain JavaScript on purpose: it runs on Node 20 before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../../db/embedded/lock.mjs";

/** npm variables that are kept: how to reach the registry. Others would change what is installed. */
const KEPT =
  /^npm_config_(registry|cache|userconfig|globalconfig|proxy|https?_proxy|no_?proxy|ca|cafile|strict_ssl|offline|prefer_offline|fetch_\w+)$/i;

/** The Node the project is pinned to, inside node_modules. @param {string} root */
export function pinnedNode(root) {
  return join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
}

/** Identifies what has to be installed: the lock file, for this platform. @param {string} root */
export function wantedInstall(root) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256").update(lock).update(`${process.platform}-${process.arch}`).digest("hex");
}

/**
 * Decides whether packages have to be installed.
 * @param {string} root project folder
 * @returns {"current" | "unrecorded" | "missing" | "outdated"} `unrecorded`: right, but put there by npm itself
 */
export function installState(root) {
  if (!existsSync(pinnedNode(root))) return "missing";
  if (!arePackagesThere(root)) return "outdated";
  if (readOr(recordFile(root)) === wantedInstall(root)) return "current";
  return matchesLock(root) ? "unrecorded" : "outdated";
}

/**
 * Installs what is missing. Of several processes one installs and the others wait.
 * @param {string} root project folder
 * @param {{ log: (line: string) => void, before?: () => Promise<void> }} options `before` runs ahead of a real install
 * @throws when npm fails
 */
export async function ensureInstalled(root, { log, before }) {
  if (installState(root) === "current") return;
  const onWait = (pid) => log(`Waiting for process ${pid}, which is installing packages.`);
  await withLock(join(root, "dist", "install.lock"), { onWait }, async () => {
    const state = installState(root);
    if (state === "missing" || state === "outdated") {
      await before?.();
      log(
        state === "missing"
          ? "Installing packages; this takes a minute or two."
          : "Packages changed; installing.",
      );
      // Of one that is broken off nothing may say that it went through.
      for (const record of [recordFile(root), npmRecord(root)]) rmSync(record, { force: true });
      await installAll(root);
      if (!existsSync(pinnedNode(root)))
        throw new Error(`npm did not install Node: ${pinnedNode(root)} is missing.`);
    }
    if (state !== "current") writeFileSync(recordFile(root), wantedInstall(root));
  });
}

function recordFile(root) {
  return join(root, "node_modules", ".visitor-install");
}

/** npm's own record of what it installed. */
function npmRecord(root) {
  return join(root, "node_modules", ".package-lock.json");
}

/**
 * Whether each package that no system goes without lies in its folder, in its version. Records alone may be of an install
 * that was broken off, or of another folder that this one was copied from. Takes a tenth of a second.
 */
function arePackagesThere(root) {
  return Object.entries(wantedPackages(root)).every(([path, { version, link, optional }]) => {
    if (path === "" || link || optional) return true;
    return versionIn(join(root, path)) === version;
  });
}

/** Of the package in a folder; undefined where there is none, or half of one. */
function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}

const wantedPackages = (root) => JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;

/** Compares npm's record of installed packages with the lock file, so that no second install follows `npm install x`. */
function matchesLock(root) {
  const installed = readOr(npmRecord(root));
  if (installed === undefined) return false;
  const have = JSON.parse(installed).packages;
  return Object.entries(wantedPackages(root)).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const found = have[path];
    if (!found) return entry.optional === true && !isForHere(entry);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** An optional package for this system; one that depends on a C library may be missing. */
function isForHere(entry) {
  if (!entry.os || entry.libc) return false;
  return entry.os.includes(process.platform) && (!entry.cpu || entry.cpu.includes(process.arch));
}

/**
 * `npm ci`, or, where that refuses the lock file, `npm install` that leaves the lock file alone. npm ci insists on every
 * optional package of every other system, also on those that the registry did not have when the lock file was made.
 */
async function installAll(root) {
  const failure = await runNpm(root, ["ci"]);
  if (failure === undefined) return;
  const last = failure.includes("EUSAGE") ? await runNpm(root, ["install", "--no-save"]) : failure;
  if (last !== undefined)
    throw new Error(`${last}\nThe packages could not be installed; what npm said is above.`);
}

/** @returns {Promise<string | undefined>} what npm said when it failed */
function runNpm(root, task) {
  const { command, args } = npmCommand();
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || KEPT.test(name)),
  );
  // tools are needed whatever NODE_ENV says, and so are install scripts: one of them brings Node itself
  const options = ["--include=dev", "--include=optional", "--ignore-scripts=false", "--engine-strict=false"];
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  return new Promise((resolve, reject) => {
    const runner = fileURLToPath(new URL("run-npm.mjs", import.meta.url));
    const child = spawn(process.execPath, [runner, command, ...args, ...task, ...options, ...quiet], {
      cwd: root,
      env,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    child.once("error", (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.once("close", (code, signal) => {
      resolve(code === 0 ? undefined : said.trim() || `npm ended with ${signal ?? `exit code ${code}`}.`);
    });
  });
}

/** The npm that called us, run by the Node that runs it: the one on the path may be ours, about to be replaced. */
export function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && node && basename(cli) === "npm-cli.js" && existsSync(cli)) return { command: node, args: [cli] };
  return { command: "npm", args: [] };
}

function readOr(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
