/** What a process of the server holds, as `npm start` runs it (docs/reliability.md, "Memory"). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { callsTo } from "../support/api.ts";
import { siteKeys } from "../support/database/backups.ts";
import { testDatabase } from "../support/database/database.ts";
import { type Holder, hold, temporaryFolder } from "../support/database/database-holder.ts";
import { freePort } from "../support/services/free-port.ts";

const megabyte = 1024;
/** Its modules are loaded, its jobs have run once, and what loading left behind has gone. */
const settledMs = 15_000;
const loadMs = 10_000;

const folder = temporaryFolder();
const root = join(folder.path, ".data");
let database: Holder | undefined;
let started: ChildProcess | undefined;

afterAll(async () => {
  await stop();
  await database?.stop();
  folder.remove();
});

/** Runs `npm start` until it is ready. @returns its address */
async function start(env: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, ["resources/scripts/run.mjs", "start"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: undefined, PORT: String(port), HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started = child;
  let said = "";
  const isReady = new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk) => {
      // Later lines are the log of each call.
      if (!said.includes("Ctrl-C stops it")) said += chunk;
      if (said.includes("Ctrl-C stops it")) resolve();
    }),
  );
  await isReady;
  return `http://127.0.0.1:${port}`;
}

async function stop(): Promise<void> {
  if (started?.exitCode !== null) return;
  started.kill("SIGTERM");
  await once(started, "exit");
}

/** Megabytes that the process that serves has in memory, shared pages included. */
function residentMegabytes(): number {
  const { pid } = started ?? {};
  const [server] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server}/status`, "utf8")) ?? [];
  return Number(kilobytes) / megabyte;
}

const isMeasurable = process.platform === "linux";

/** Without load, and with room for a machine that differs: the figures themselves are the full test's. */
test.skipIf(!isMeasurable)(
  "a process settles at 150 MB at most (SKIPPED where there is no /proc)",
  async () => {
    const empty = await testDatabase();
    onTestFinished(() => empty.drop());
    onTestFinished(stop);
    const environment = {
      DATABASE_URL: empty.url,
      DATABASE_TLS: "off",
      ...siteKeys,
      FILES_DIR: join(folder.path, "files"),
      STOP_DELAY: "0",
    };
    // compiles what is started below
    await start(environment);
    await stop();
    await start(environment);
    await expect.poll(residentMegabytes, { timeout: 20_000, interval: 500 }).toBeLessThanOrEqual(150);
  },
);

test.skipIf(!isMeasurable)(
  "a process holds at most 130 MB at rest and 230 MB under load (SKIPPED where there is no /proc)",
  { tags: ["full"], timeout: 240_000 },
  async () => {
    // Makes and fills the database, and compiles what is started below.
    await start({ DATA_DIR: root });
    await stop();
    database = await hold(root);
    const keys = JSON.parse(readFileSync(join(root, "keys", "field-keys.json"), "utf8"));
    const limits = ["LOOKUP", "LOOKUP_NUMBER", "HOST_SEARCH", "HOST_SEARCH_VISITOR"].map((name) => [
      `LIMIT_${name}`,
      "1000000",
    ]);
    const url = await start({
      DATABASE_URL: database.url,
      DATA_KEYS: keys.data,
      HASH_KEYS: keys.hash,
      FILES_DIR: join(root, "files"),
      STOP_DELAY: "0",
      ...Object.fromEntries(limits),
    });
    await delay(settledMs);
    const atRest = residentMegabytes();

    const api = callsTo(url);
    const login = await api.post("/dash/login", {
      body: { loginId: "desk", password: "visit-demo-2026!" },
    });
    expect(login.status).toBe(200);
    const Cookie = login.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    const calls = [
      "/api/config",
      "/api/visit?size=50",
      "/dash/visits/progress",
      "/dash/user/current",
      "/",
      `/visitor/findHostUsers?s=${encodeURIComponent("김")}`,
    ].map((path) => () => api.get(path, { headers: { Cookie } }));
    const visitor = { name: "김방문", cellPhone: "010-0000-1234" };
    calls.push(() => api.post("/api/request/search", { body: visitor }));
    let highest = 0;
    const watch = setInterval(() => {
      highest = Math.max(highest, residentMegabytes());
    }, 200);
    const statuses: number[] = [];
    const end = performance.now() + loadMs;
    const connection = async (_: unknown, at: number) => {
      for (let turn = at; performance.now() < end; turn++)
        statuses.push((await calls[turn % calls.length]?.())?.status ?? 0);
    };
    await Promise.all(Array.from({ length: 32 }, connection));
    clearInterval(watch);
    console.log(
      `at rest ${atRest.toFixed()} MB, after ${statuses.length} calls at most ${highest.toFixed()} MB`,
    );
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(atRest).toBeLessThanOrEqual(130);
    expect(highest).toBeLessThanOrEqual(230);
  },
);
