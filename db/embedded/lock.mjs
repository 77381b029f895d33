// Plain JavaScript on purpose: resources/scripts/run.mjs needs it on Node 20, before anything is installed.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 50;

/**
 * Describes a live process so that it can be recognised later: process numbers are reused, so the moment of its
 * start is kept beside the number (where the system tells it; Windows does not).
 * @param {number} pid
 * @returns {{ pid: number, since?: string } | undefined} undefined when there is none; a zombie counts as none
 */
export function identify(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z" || fields[0] === "X") return undefined;
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      return { pid, since: `${boot}:${fields[19]}` };
    } catch {
      // hidden from us (hidepid) or gone: the signal below decides
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return undefined;
  }
  return process.platform === "darwin" ? { pid, since: startOnMac(pid) } : { pid };
}

/** @param {number} pid @returns {string | undefined} */
function startOnMac(pid) {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Says whether a process remembered by `identify` still runs.
 * @param {{ pid: number, since?: string } | undefined} remembered
 */
export function isAlive(remembered) {
  if (!remembered) return false;
  const now = identify(remembered.pid);
  if (!now) return false;
  return !now.since || !remembered.since || now.since === remembered.since;
}

/**
 * Runs `work` while holding an exclusive lock file. A lock whose holder died is taken over.
 * @template T
 * @param {string} path of the lock file; its folder is made when missing
 * @param {{ waitMs?: number, onWait?: (holderPid: number) => void }} options `onWait` is called once when it has to wait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws when the lock is not free after `waitMs` (default 10 minutes)
 */
export async function withLock(path, options, work) {
  const mine = `${JSON.stringify({ ...identify(process.pid), id: randomUUID() })}\n`;
  await acquire(path, mine, options);
  try {
    return await work();
  } finally {
    if (readOr(path) === mine) rmSync(path, { force: true });
  }
}

async function acquire(path, mine, { waitMs = 600_000, onWait }) {
  mkdirSync(dirname(path), { recursive: true });
  const deadline = Date.now() + waitMs;
  let told = false;
  while (!createWhole(path, mine)) {
    const held = readOr(path);
    if (held === undefined) continue;
    const holder = parse(held);
    if (!isAlive(holder)) {
      removeDead(path, held);
      continue;
    }
    if (!told) onWait?.(holder.pid);
    told = true;
    if (Date.now() > deadline) throw new Error(`${path} is held by process ${holder.pid}; giving up.`);
    await delay(POLL_MS);
  }
}

/** Creates the file with its whole content in one step, so that nobody reads half of it. False when it exists. */
function createWhole(path, content) {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o644 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/**
 * Removes the lock of a dead holder. Whoever creates the mark may remove, and only after seeing that the lock is
 * still the dead one: without it, two that saw the same dead lock could remove each other's fresh one.
 */
function removeDead(path, dead) {
  const mark = `${path}.stale`;
  if (!createWhole(mark, dead)) {
    const age = Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 10_000) rmSync(mark, { force: true });
    return;
  }
  if (readOr(path) === dead) rmSync(path, { force: true });
  rmSync(mark, { force: true });
}

function readOr(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
