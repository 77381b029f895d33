/** Several processes on one port (`WEB_CONCURRENCY`). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { sharedEnv } from "../support/api-process.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { eventually } from "../support/events.ts";
import { freePort } from "../support/services/free-port.ts";

const count = 2;
const token = "a-token-of-this-test";

let database: TestDatabase;
let server: ChildProcess;
let url: string;
let output = "";

beforeAll(async () => {
  database = await testDatabase();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const own = { WEB_CONCURRENCY: String(count), PORT: String(port), METRICS_TOKEN: token };
  server = spawn(process.execPath, ["resources/scripts/start.ts"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: undefined, ...sharedEnv(database.url), ...own },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  await eventually(() => output.includes("Ctrl-C stops it"));
}, 90_000);

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  await database.drop();
});

const serving = (): number[] =>
  readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ").map(Number);

/** Without keep-alive, so that each request may reach another process. */
const get = (path: string) =>
  fetch(url + path, { headers: { Connection: "close", Authorization: `Bearer ${token}` } });

async function metricOf(name: string): Promise<number> {
  const text = await (await get("/metrics")).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

test("metrics of one process include the calls of all, and the database once", async () => {
  expect(serving()).toHaveLength(count);
  const before = await metricOf("visitor_http_requests_total");
  const calls = 20;
  for (let n = 0; n < calls; n++) expect((await get("/api/config")).status).toBe(200);
  // The former scrape counts, too.
  await expect.poll(() => metricOf("visitor_http_requests_total")).toBeGreaterThanOrEqual(before + calls + 1);
  expect(await metricOf("visitor_database_connections_max")).toBe(count * 10);
  expect(await metricOf("visitor_database_up")).toBe(1);
  expect(await metricOf("visitor_build_info")).toBe(1);
});

test("a killed process is replaced while the others respond", async () => {
  const [killed = 0, other = 0] = serving();
  process.kill(killed, "SIGKILL");
  const logLine = `Process ${killed} of the server ended (SIGKILL); another takes its place.`;
  await eventually(() => output.includes(logLine));
  for (let n = 0; n < 20; n++) expect((await get("/api/config")).status).toBe(200);
  await eventually(() => serving().filter((pid) => pid !== killed).length === count);
  expect(serving()).toContain(other);
});

test("SIGTERM stops all processes cleanly", async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await expect(get("/healthz")).rejects.toThrow();
});
