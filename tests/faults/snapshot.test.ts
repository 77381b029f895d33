/** Kills while the desktop app writes its snapshot. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startKeeper } from "../desktop/support/snapshots.ts";
import { temporaryFolder } from "../support/database/database-holder.ts";

const script = join(import.meta.dirname, "../desktop/support/write-snapshots.ts");
const rounds = 8;
const writesEach = 20;

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Writes until killed. @returns the last reported number */
async function writeUntilKilled(first: number): Promise<number> {
  const child = spawn(process.execPath, [script, folder.path, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let stdout = "";
  let hasBegun = false;
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    const count = stdout.split("\n").length - 1;
    if (count < writesEach || hasBegun) return;
    hasBegun = true;
    // during the next writes
    setTimeout(() => child.kill("SIGKILL"), Math.random() * 8);
  });
  const [, signal] = await ended;
  expect(signal).toBe("SIGKILL");
  return Number(stdout.trim().split("\n").at(-1));
}

test(`the snapshot is the old or the new one, never corrupt, after kills in ${rounds * writesEach} writes`, async () => {
  let written = 0;
  for (let round = 0; round < rounds; round++) {
    const last = await writeUntilKilled(written + 1);
    const reader = startKeeper({ folder: folder.path });
    const { snapshot } = await reader.answer();
    const numbers = new Set(snapshot?.visits.map(({ reserveNo }) => Number(reserveNo)));
    expect(snapshot?.visits).toHaveLength(200);
    expect(numbers.size).toBe(1);
    const [number = 0] = numbers;
    expect([last, last + 1]).toContain(number);
    expect(reader.lines).toEqual([]);
    // no temporary file is left
    for (const name of readdirSync(folder.path)) expect(name).toMatch(/^snapshot(\.previous)?$/);
    written = last;
  }
  expect(written).toBeGreaterThanOrEqual(rounds * writesEach);
});
