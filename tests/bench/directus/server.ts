/** Directus on a database of its own, as a team would run it, filled with the visits of the product. */
import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestDatabase, testDatabase } from "#tests/support/database/database.ts";
import { type Server, startProgram } from "../processes.ts";
import type { Bench } from "../set-up.ts";
import { fillDirectus } from "./fill.ts";
import { addCaller, addCollections, type Post } from "./model.ts";

/** As the product: production, a pool of 10, no limits that the load would meet, and no answer that may be out of date. */
const settings = {
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  LOG_STYLE: "raw",
  DB_CLIENT: "pg",
  DB_POOL__MIN: "10",
  DB_POOL__MAX: "10",
  CACHE_ENABLED: "false",
  RATE_LIMITER_ENABLED: "false",
  PRESSURE_LIMITER_ENABLED: "false",
  // Without a licence key it counts calls all the same.
  TELEMETRY: "false",
};

const connectionOf = (url: string): string => {
  const address = new URL(url);
  address.searchParams.set("application_name", "directus");
  address.searchParams.set("options", "-c jit=off");
  return address.href;
};

async function run(script: string, task: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [script, task], {
    ...{ cwd, env: { ...process.env, ...env } },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`Directus: ${task} ended with ${code}`);
}

export interface Directus {
  readonly server: Server;
  /** Of somebody who may read and add visits. */
  readonly token: string;
  readonly database: TestDatabase;
  close(): Promise<void>;
}

const postTo =
  ({ port }: Server, token: string): Post =>
  async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`Directus: ${path} answers ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: { id: string } }).data;
  };

/** @param script of its program */
export async function openDirectus(script: string, { own }: Bench): Promise<Directus> {
  const database = await testDatabase({ empty: true });
  const folder = mkdtempSync(join(tmpdir(), "visitor-bench-directus-"));
  const admin = randomUUID();
  const env = {
    ...settings,
    DB_CONNECTION_STRING: connectionOf(database.url),
    SECRET: randomBytes(32).toString("hex"),
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: admin,
    EXTENSIONS_PATH: join(folder, "extensions"),
    STORAGE_LOCAL_ROOT: join(folder, "uploads"),
  };
  await run(script, "bootstrap", folder, env);
  const server = await startProgram({
    ...{ name: "directus", args: [script, "start"], cwd: folder, env },
    readyPath: "/server/ping",
  });
  const post = postTo(server, admin);
  await addCollections(post);
  await fillDirectus({ product: own.databaseUrl, directus: database.url }, own.cipher);
  return {
    server,
    database,
    token: await addCaller(post),
    async close() {
      await server.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
