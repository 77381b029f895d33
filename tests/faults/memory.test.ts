/** Memory of a server process started by `npm start` (docs/reliability.md, "Memory"). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { siteKeys, temporaryFolder } from "../support/database/backups.ts";
import { testDatabase } from "../support/database/database.ts";
import { freePort } from "../support/services/free-port.ts";

let started: ChildProcess | undefined;

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const port = await freePort();
  const child = spawn(process.execPath, ["resources/scripts/run.mjs", "start"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: undefined, PORT: String(port), HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started = child;
  let output = "";
  await new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Ctrl-C stops it")) resolve();
    }),
  );
}

async function stop(): Promise<void> {
  if (started?.exitCode !== null) return;
  started.kill("SIGTERM");
  await once(started, "exit");
}

function residentMegabytes(): number {
  const { pid } = started ?? {};
  const [server] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Idle, with a margin; the bench measures exact figures. */
test.skipIf(process.platform !== "linux")("an idle process uses 150 MB (SKIPPED without /proc)", async () => {
  const empty = await testDatabase();
  const folder = temporaryFolder();
  onTestFinished(() => empty.drop());
  onTestFinished(stop);
  const environment = {
    DATABASE_URL: empty.url,
    DATABASE_TLS: "off",
    ...siteKeys,
    FILES_DIR: join(folder, "files"),
    STOP_DELAY: "0",
  };
  // compiles the modules for the second start
  await start(environment);
  await stop();
  await start(environment);
  await expect.poll(residentMegabytes, { timeout: 20_000, interval: 500 }).toBeLessThanOrEqual(150);
});
