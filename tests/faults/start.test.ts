import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { identify } from "#db/embedded/lock.mjs";
import { ROOT } from "#scripts/lib/paths.ts";
import { postgresLog, postgresOf, temporaryFolder } from "../support/database/database-holder.ts";
import { runNode } from "../support/run-node.ts";

const COMMAND = ["resources/scripts/run.mjs", "start"];

let folder: ReturnType<typeof temporaryFolder>;
let root: string;
let started: ChildProcess | undefined;

beforeEach(() => {
  folder = temporaryFolder();
  root = join(folder.path, ".data");
});

afterEach(async () => {
  if (started?.exitCode === null) {
    started.kill("SIGTERM");
    await once(started, "exit");
  }
  folder.remove();
});

async function portTaken(): Promise<{ port: number; free(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { port, free: () => new Promise((resolve) => server.close(() => resolve())) };
}

test("a taken port ends the start with advice, before a database is made", async () => {
  const taken = await portTaken();
  const run = await runNode(ROOT, COMMAND, { DATA_DIR: root, PORT: String(taken.port) });
  await taken.free();
  expect(run.code).toBe(1);
  expect(run.output).toContain(`Port ${taken.port} is taken`);
  expect(existsSync(root)).toBe(false);
});

test("it answers, tells where and as whom to sign in, and leaves the database cleanly at Ctrl-C", async () => {
  const { port, free } = await portTaken();
  await free();
  started = spawn(process.execPath, COMMAND, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: undefined, DATA_DIR: root, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
    // a process group of its own, as a terminal gives it
    detached: true,
  });
  let output = "";
  started.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  while (!output.includes("Ctrl-C stops it")) await once(started.stdout as NodeJS.ReadableStream, "data");
  expect(output).toContain(`http://127.0.0.1:${port}/`);
  expect(output).toMatch(/admin, desk, host, privacy/);
  const answer = await fetch(`http://127.0.0.1:${port}/api/config`);
  expect(answer.status).toBe(200);

  const postgres = postgresOf(root);
  const exit = once(started, "exit");
  // Ctrl-C reaches the whole group
  process.kill(-(started.pid ?? 0), "SIGINT");
  expect(await exit).toEqual([0, null]);
  expect(output.match(/Stopping/g)).toHaveLength(1);
  expect(identify(postgres)).toBeUndefined();
  expect(postgresLog(root)).toContain("database system is shut down");
});

test("it refuses files of another database before it writes any, and says so in a sentence", async () => {
  const { port, free } = await portTaken();
  await free();
  const files = join(root, "files");
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, "database-id"), "another");
  const run = await runNode(ROOT, COMMAND, { DATA_DIR: root, PORT: String(port) });
  expect(run.code).toBe(1);
  expect(run.output).toMatch(/The files in .* belong to another database \(another\)\..*set FILES_DIR/);
  expect(run.output).not.toMatch(/\n\s+at /);
  expect(readdirSync(files)).toEqual(["database-id"]);
  expect(postgresOf(root)).toBe(0);
});

test("when something fails in the middle, the database it started is stopped", async () => {
  const { port, free } = await portTaken();
  await free();
  mkdirSync(join(root, "keys"), { recursive: true });
  writeFileSync(join(root, "keys", "field-keys.json"), "broken");
  const run = await runNode(ROOT, COMMAND, { DATA_DIR: root, PORT: String(port) });
  expect(run.code).toBe(1);
  expect(run.output).toMatch(/The encryption keys in .*field-keys\.json cannot be read/);
  expect(postgresLog(root)).toContain("database system is shut down");
  expect(postgresOf(root)).toBe(0);
});
