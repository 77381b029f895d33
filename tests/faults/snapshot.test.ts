/** The power goes while the desktop app writes its snapshot. */
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

/** Writes from a number on until it is killed somewhere after so many. @returns the last that was said to be written */
async function writeUntilKilled(first: number): Promise<number> {
  const child = spawn(process.execPath, [script, folder.path, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let said = "";
  let hasBegun = false;
  child.stdout.on("data", (chunk) => {
    said += chunk;
    const count = said.split("\n").length - 1;
    if (count < writesEach || hasBegun) return;
    hasBegun = true;
    // somewhere in the writing of the next ones
    setTimeout(() => child.kill("SIGKILL"), Math.random() * 8);
  });
  const [, signal] = await ended;
  expect(signal).toBe("SIGKILL");
  return Number(said.trim().split("\n").at(-1));
}

test(`the snapshot is the old or the new one, never corrupt, after kills in ${rounds * writesEach} writes`, async () => {
  let written = 0;
  for (let round = 0; round < rounds; round++) {
    const last = await writeUntilKilled(written + 1);
    const keeper = startKeeper({ folder: folder.path });
    const { snapshot } = await keeper.answer();
    const numbers = new Set(snapshot?.visits.map(({ reserveNo }) => Number(reserveNo)));
    expect(snapshot?.visits).toHaveLength(200);
    expect(numbers.size).toBe(1);
    const [number = 0] = numbers;
    expect([last, last + 1]).toContain(number);
    expect(keeper.lines).toEqual([]);
    // what was being written is not left lying about
    for (const name of readdirSync(folder.path)) expect(name).toMatch(/^snapshot(\.previous)?$/);
    written = last;
  }
  expect(written).toBeGreaterThanOrEqual(rounds * writesEach);
});
