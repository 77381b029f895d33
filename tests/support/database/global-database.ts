import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type Embedded, startEmbedded } from "#db/embedded/index.ts";
import { migrate } from "#db/migrate.ts";
import { DATA_DIR, ROOT } from "#scripts/lib/paths.ts";
import { databaseAt } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** address of a database of the test server, of a role that may create others */
    testServerUrl: string;
    /** name of the migrated database that tests copy */
    testTemplate: string;
  }
}

/** Test data need not survive a crash. */
const CARELESS = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
const TEMPLATE_LOCK = 1_205_077;

/**
 * Starts the database server of the tests (or takes DATABASE_URL_TEST) and creates the template there.
 * @returns stops it
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL_TEST;
  const embedded = given
    ? undefined
    : await startEmbedded({
        // a whole run keeps it in memory, see resources/scripts/test.ts
        root: process.env.TEST_DATA_DIR ?? DATA_DIR,
        name: "test",
        settings: CARELESS,
      });
  const url = given ?? embedded?.url ?? "";
  try {
    const template = `template_${hashOfMigrations()}`;
    await withClient(url, async (client) => {
      await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
      // databases of killed runs, where no other run can be active
      if (embedded?.owned) await dropAllBut(client, template);
      await ensureTemplate(client, url, template);
    });
    project.provide("testServerUrl", url);
    project.provide("testTemplate", template);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  if (embedded) stopWhenKilled(embedded);
  return async () => embedded?.stop();
}

/** On Ctrl-C vitest exits without running the teardown. */
function stopWhenKilled(embedded: Embedded): void {
  process.once("exit", () => embedded.abandon());
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => process.exit(1));
}

function hashOfMigrations(): string {
  const hash = createHash("sha256").update(readFileSync(join(ROOT, "db", "migrate.ts")));
  const folder = join(ROOT, "db", "migrations");
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 12);
}

/** Creates the template under another name and renames it after the migrations: an existing one is complete. */
async function ensureTemplate(client: pg.Client, url: string, template: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
  if (rowCount) return;
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  await migrate(databaseAt(url, draft));
  // Tests sign in without a second factor by default. As a replica, to log no event.
  await withClient(databaseAt(url, draft), async (migrated) => {
    await migrated.query("set session_replication_role = replica");
    await migrated.query("update configuration set second_factor_roles = '{}'");
  });
  await client.query(`alter database ${draft} rename to ${template}`);
  // no connections: a database in use cannot be copied
  await client.query(`alter database ${template} allow_connections false`);
}

async function dropAllBut(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname ~ '^(test|template)_' and datname <> $1",
    [template],
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
