/** A database for a test file. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, with open connections. May be called twice. */
  drop(): Promise<void>;
}

/** Folder for the uploaded files of a test database; deleted with it. */
export const filesFolderOf = (database: string): string => join(tmpdir(), `visitor-files-${database}`);

export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * Makes a database with the newest schema and no rows; drop it in `afterAll`.
 * @param options `empty`: without the schema, for tests of the migrations themselves
 */
export async function testDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(
    server,
    `create database ${name} template ${empty ? "template0" : inject("testTemplate")} strategy file_copy`,
  );
  return {
    url: databaseAt(server, name),
    async drop() {
      await run(server, `drop database if exists ${name} with (force)`);
      rmSync(filesFolderOf(name), { recursive: true, force: true });
    },
  };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
