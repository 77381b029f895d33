/** A production start while the database is unreachable (docs/reliability.md). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commit, version } from "#api/version.ts";
import { buildStale } from "#scripts/build.ts";
import { ROOT } from "#scripts/lib/paths.ts";
import { sharedEnv } from "../support/api-process.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { eventually } from "../support/events.ts";
import { runNode } from "../support/run-node.ts";
import { freePort } from "../support/services/free-port.ts";
import { type Relay, startRelay } from "../support/services/relay.ts";

const publicOrigin = "https://visit.example.com";
const command = ["resources/scripts/start.ts"];

let database: TestDatabase;
let relay: Relay | undefined;
let server: ChildProcess;
let output = "";

beforeAll(async () => {
  await buildStale();
  database = await testDatabase();
}, 90_000);

afterAll(async () => {
  if (server?.exitCode === null) server.kill("SIGKILL");
  await relay?.close();
  await database.drop();
});

test("the server waits for the database, logs JSON lines, and serves once it responds", {
  timeout: 90_000,
}, async () => {
  const [port, databasePort] = [await freePort(), await freePort()];
  const url = Object.assign(new URL(database.url), { port: String(databasePort) }).href;
  const own = { NODE_ENV: "production", PUBLIC_ORIGIN: publicOrigin, LOG_LEVEL: "info", PORT: String(port) };
  server = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...sharedEnv(url), ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  server.stdout?.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  const call = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  await eventually(async () => (await call("/readyz")) !== undefined);
  const waiting = await call("/readyz");
  expect([waiting?.status, await waiting?.json()]).toEqual([503, { status: "no database" }]);
  const refused = await call("/api/config");
  expect([refused?.status, refused?.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await call("/healthz"))?.status).toBe(200);

  relay = await startRelay(database.url, databasePort);
  await eventually(async () => (await call("/readyz"))?.status === 200);
  expect((await call("/api/config"))?.status).toBe(200);
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);

  const lines = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ level: "info", msg: "server starts", version, publicOrigin });
  expect(lines[0].commit).toBe(commit);
  const waits = lines.filter(({ msg }) => msg.startsWith("waiting for the database: "));
  expect(waits).toMatchObject([{ level: "warn", msg: expect.stringMatching(/nothing listens/) }]);
  expect(lines.filter(({ msg }) => /no administrator yet: visitor admin create/.test(msg))).toHaveLength(1);
  const called = lines.flatMap(({ msg, route }) => (msg === "request" ? [route] : []));
  expect(called).toEqual(["/api/config"]);
});

test("the server exits with a sentence when the pools exceed max_connections", async () => {
  const env = { ...sharedEnv(database.url), DATABASE_POOL: "200", WEB_CONCURRENCY: "9" };
  const { code, output: printed } = await runNode(ROOT, command, env);
  expect(code).toBe(1);
  expect(printed.trim().split("\n")).toEqual([
    expect.stringMatching(
      /max_connections\), and this server needs 1847: lower DATABASE_POOL or WEB_CONCURRENCY/,
    ),
  ]);
});
