import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { identify, isAlive, withLock } from "#db/embedded/lock.mjs";
import { temporaryFolder } from "../support/database/database-holder.ts";

let folder: ReturnType<typeof temporaryFolder>;
let lock: string;

beforeEach(() => {
  folder = temporaryFolder();
  lock = join(folder.path, "lock");
});

afterEach(() => folder.remove());

const deadPid = () => spawnSync("true").pid;

test("processes that find a dead one's lock at the same moment still go one after the other", async () => {
  const counter = join(folder.path, "counter");
  writeFileSync(counter, "0");
  const code = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { randomUUID } from "node:crypto";
    import { withLock } from ${JSON.stringify(import.meta.resolve("#db/embedded/lock.mjs"))};
    const lock = ${JSON.stringify(lock)}, counter = ${JSON.stringify(counter)};
    for (let turn = 0; turn < 20; turn++) await withLock(lock, {}, async () => {
      const count = Number(readFileSync(counter, "utf8"));
      await new Promise((resolve) => setTimeout(resolve, 1));
      writeFileSync(counter, String(count + 1));
      // as one that dies while it holds the lock leaves it; all others now see that
      writeFileSync(lock, JSON.stringify({ pid: ${deadPid()}, id: randomUUID() }));
    });`;
  const all = Array.from({ length: 5 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" }),
  );
  const codes = await Promise.all(all.map((child) => once(child, "exit")));
  expect(codes.map(([exit]) => exit)).toEqual([0, 0, 0, 0, 0]);
  expect(readFileSync(counter, "utf8")).toBe("100");
});

test("a lock held by a live process is waited for, and given up on in the end", async () => {
  writeFileSync(lock, JSON.stringify(identify(process.pid)));
  const waited: number[] = [];
  const attempt = withLock(lock, { waitMs: 100, onWait: (pid) => waited.push(pid) }, async () => {});
  await expect(attempt).rejects.toThrow(`held by process ${process.pid}`);
  expect(waited).toEqual([process.pid]);
});

test("a lock is free again after its work failed", async () => {
  const failing = withLock(lock, {}, async () => {
    throw new Error("in the middle");
  });
  await expect(failing).rejects.toThrow("in the middle");
  expect(await withLock(lock, {}, async () => "got it")).toBe("got it");
});

test.runIf(process.platform === "linux")(
  "a process number that is used again is not the same process",
  () => {
    expect(isAlive(identify(process.pid))).toBe(true);
    expect(isAlive({ pid: process.pid, since: "an earlier boot:1" })).toBe(false);
    expect(isAlive({ pid: deadPid() })).toBe(false);
  },
);
