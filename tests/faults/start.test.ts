import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmbedded } from "#db/embedded/index.ts";
import { ROOT } from "#scripts/lib/paths.ts";
import { isRunning, postgresLog, postgresOf, temporaryFolder } from "../support/database/database-holder.ts";
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
  if (started?.exitCode === null && started.signalCode === null) {
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

test("npm start exits with advice when the port is taken, before creating a database", async () => {
  const occupied = await portTaken();
  const run = await runNode(ROOT, COMMAND, { DATA_DIR: root, PORT: String(occupied.port) });
  await occupied.free();
  expect(run.code).toBe(1);
  expect(run.output).toContain(`Port ${occupied.port} is taken`);
  expect(existsSync(root)).toBe(false);
});

const noFolders = ["/proc/visitor", "/proc/visitor/data", "/dev/null/data"];

test.skipIf(!existsSync("/proc/self")).each(noFolders)(
  "npm start rejects the data folder %s (SKIPPED without /proc)",
  async (dataDir) => {
    await expect(startEmbedded({ root: dataDir })).rejects.toThrow(
      new RegExp(`The folder ${dataDir} cannot be used \\(.*\\)\\. .*set DATA_DIR`),
    );
  },
);

test.skipIf(!existsSync("/proc/self"))(
  "an unusable data folder ends npm start (SKIPPED without /proc)",
  async () => {
    const occupied = await portTaken();
    await occupied.free();
    const run = await runNode(ROOT, COMMAND, { DATA_DIR: "/proc/visitor", PORT: String(occupied.port) });
    expect(run.code).toBe(1);
    expect(run.output).toContain("The folder /proc/visitor cannot be used");
    expect(run.output).not.toMatch(/\n\s+at /);
  },
);

/** Starts a server in a process group, as in a terminal. */
async function startServing(command: string, args: readonly string[], port: number) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: undefined, DATA_DIR: root, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  started = child;
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  while (!output.includes("Ctrl-C stops it")) await once(child.stdout, "data");
  return { child, output: () => output };
}

test("npm start serves, prints URL and accounts, and stops the database on Ctrl-C", async () => {
  const { port, free } = await portTaken();
  await free();
  const { child, output } = await startServing(process.execPath, COMMAND, port);
  expect(output()).toContain(`http://127.0.0.1:${port}/`);
  expect(output()).toMatch(/admin, desk, host, privacy/);
  const answer = await fetch(`http://127.0.0.1:${port}/api/config`);
  expect(answer.status).toBe(200);

  const postgres = postgresOf(root);
  const exit = once(child, "exit");
  // Ctrl-C reaches the whole group
  process.kill(-(child.pid ?? 0), "SIGINT");
  expect(await exit).toEqual([0, null]);
  expect(output().match(/Stopping/g)).toHaveLength(1);
  expect(isRunning(postgres)).toBe(false);
  expect(postgresLog(root)).toContain("database system is shut down");
});

function below(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children === ""
    ? []
    : children
        .split(" ")
        .map(Number)
        .flatMap((child) => [child, ...below(child)]);
}

test.skipIf(!existsSync("/proc/self"))(
  "a signal to npm alone stops nothing or everything including the database (SKIPPED without /proc)",
  { timeout: 90_000 },
  async () => {
    const { port, free } = await portTaken();
    await free();
    // Background test runs ignore SIGINT.
    const { child } = await startServing("env", ["--default-signal=INT", "npm", "start", "--silent"], port);
    const npm = child.pid ?? 0;
    const postgres = postgresOf(root);
    const ours = [npm, ...below(npm), postgres];
    expect(ours.length).toBeGreaterThan(3);
    const alive = () => ours.filter(isRunning);
    process.kill(npm, "SIGINT");
    // npm passes it to a shell, and most shells wait for their children, which do not receive it.
    await delay(2_000);
    if (isRunning(npm)) {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      process.kill(npm, "SIGTERM");
    }
    await expect.poll(alive, { timeout: 15_000 }).toEqual([]);
    expect(postgresLog(root)).toContain("database system is shut down");
  },
);

test("npm start rejects files of another database with a sentence, and writes none", async () => {
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

test("npm start stops the database when a later step fails", async () => {
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
