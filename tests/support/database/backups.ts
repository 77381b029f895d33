/** Backups of test databases, by the commands that people type. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { afterAll } from "vitest";
import { leftOut, tablesOf } from "#db/backup/catalog.ts";
import { connect } from "#db/knex.ts";
import { runNode } from "../run-node.ts";
import { testDatabase } from "./database.ts";

export const passphrase = "correct horse battery";

const key = () => `k1:${randomBytes(32).toString("base64")}`;
/** Keys of a site, as its environment has them. */
export const siteKeys = { DATA_KEYS: key(), HASH_KEYS: key() };

/** A folder that goes with the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "visitor-backup-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `npm run backup` or `npm run restore`. */
export const task = (name: "backup" | "restore" | "db", args: string[], env: NodeJS.ProcessEnv) =>
  runNode(process.cwd(), [`resources/scripts/${name}.ts`, ...args], {
    BACKUP_PASSPHRASE: passphrase,
    DATA_KEYS: undefined,
    HASH_KEYS: undefined,
    ...env,
  });

/** An empty database to restore into, with a folder for its files; both go with the tests. */
export async function emptyTarget(): Promise<{ url: string; db: Knex; filesDir: string }> {
  const database = await testDatabase({ empty: true });
  const db = connect(database.url, { poolSize: 1 });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  return { url: database.url, db, filesDir: join(temporaryFolder(), "files") };
}

/** Hashes of all rows by table, in no order; only of tables that a backup holds. */
export async function rowsByTable(db: Knex): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const { name } of await tablesOf(db)) {
    if (leftOut.includes(name)) continue;
    const { rows: hashes } = await db.raw<{ rows: { hash: string }[] }>(
      `SELECT md5(t::text) AS hash FROM ${name} t ORDER BY 1`,
    );
    rows.set(
      name,
      hashes.map(({ hash }) => hash),
    );
  }
  return rows;
}

/** Indexes, constraints and triggers, as the catalogue defines them. */
export async function schemaOf(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { line: string }[] }>(
    `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relnamespace = 'public'::regnamespace
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
