/** The databases that growth.bench.ts compares, each with a server. */
import pg from "pg";
import { inject } from "vitest";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { migrate } from "#db/migrate.ts";
import { sharedEnv } from "#tests/support/api-process.ts";
import { password } from "#tests/support/console/staff.ts";
import { databaseAt, filesFolderOf, testDatabase } from "#tests/support/database/database.ts";
import { host } from "../calls.ts";
import { type Server, startProduct } from "../processes.ts";
import { send } from "../set-up.ts";
import { fillGrowth } from "./fill.ts";
import { type GrowthSite, loginIds, readSite } from "./site.ts";

/** A database that outlives the run: those of the server that `DATABASE_URL_TEST` names may be kept from one to the next. */
const isKept = process.env.BENCH_KEEP !== undefined;

/** Always the same, for what is kept. */
const key = (n: number) => `k:${Buffer.alloc(32, n).toString("base64")}`;

const env: NodeJS.ProcessEnv = {
  ...sharedEnv("postgres://localhost/bench"),
  ...{ DATA_KEYS: key(1), HASH_KEYS: key(2) },
  LOG_LEVEL: "info",
  PUBLIC_ORIGIN: `https://${host}`,
  TRUSTED_PROXIES: "loopback",
  JOBS: "off",
};

async function keptDatabase(name: string): Promise<{ url: string; isNew: boolean }> {
  const server = inject("testServerUrl");
  const client = new pg.Client(server);
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE ${inject("testTemplate")}`);
  await client.end();
  const url = databaseAt(server, name);
  if (rowCount !== 0) await migrate(url);
  return { url, isNew: rowCount === 0 };
}

export interface GrowthDatabase {
  readonly visits: number;
  readonly url: string;
  readonly site: GrowthSite;
  readonly server: Server;
  /** By who makes a call. */
  readonly cookies: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Fills a database, unless it was kept, and starts the product on it. */
export async function openGrowth(visits: number): Promise<GrowthDatabase> {
  const cipher = new FieldCipher({
    data: parseKeys(env.DATA_KEYS ?? ""),
    hash: parseKeys(env.HASH_KEYS ?? ""),
  });
  const own = isKept ? undefined : await testDatabase();
  const { url, isNew } = own ? { url: own.url, isNew: true } : await keptDatabase(`growth_${visits}`);
  if (isNew) await fillGrowth(url, cipher, visits);
  const site = await readSite(url, cipher);
  const server = await startProduct({
    ...env,
    DATABASE_URL: url,
    FILES_DIR: filesFolderOf(`growth_${visits}`),
  });
  const cookies: Record<string, string> = {};
  for (const [role, loginId] of Object.entries(loginIds)) {
    const body = { loginId, password };
    const { status, cookie } = await send(server, { method: "POST", path: "/dash/login", body }, "");
    if (status !== 200) throw new Error(`${loginId} cannot sign in: ${status}`);
    cookies[role] = cookie;
  }
  return {
    ...{ visits, url, site, server, cookies },
    async close() {
      await server.stop();
      await own?.drop();
    },
  };
}
