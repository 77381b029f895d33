/** Backs up a running site, in one consistent snapshot (docs/backup.md). */

import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Knex } from "knex";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { databaseId } from "../files/owner.ts";
import type { FileStorage } from "../files/storage.ts";
import { excludedTables, filesNamed, partitionsOf, sequencesOf, tablesOf } from "./catalog.ts";
import { type KeysFile, writeEncryptedKeys } from "./encrypted-keys.ts";
import { filePath, format, type Manifest, tablePath, verifyBackup, writeManifest } from "./manifest.ts";

export interface BackupPlan {
  /** One connection, without timeouts. */
  readonly db: Knex;
  /** Where uploaded files are. */
  readonly files: FileStorage;
  /** Target folder; must not exist. */
  readonly folder: string;
  /** The product's version. */
  readonly version: string;
  /** Undefined for a backup without keys. */
  readonly keys: KeysFile | undefined;
}

/** Attempts, because a file may be removed during a backup. */
const maxAttempts = 5;

const quoted = (name: string) => `"${name}"`;

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns number of rows */
async function dumpTable(
  connection: pg.ClientBase,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  path: string,
): Promise<number> {
  const rows = connection.query(
    copyTo(`COPY (SELECT ${columns.map(quoted).join(", ")} FROM public.${quoted(name)}) TO STDOUT`),
  );
  await pipeline(rows, createGzip(), createWriteStream(path, { mode: 0o600 }));
  await sync(path);
  return rows.rowCount;
}

/** @returns names of missing files */
async function copyFiles(files: FileStorage, folder: string, names: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    const file = await files.open(name);
    if (!file) {
      missing.push(name);
      continue;
    }
    const copy = join(folder, filePath(name));
    await pipeline(await file.read(), createWriteStream(copy, { mode: 0o600 }));
    await sync(copy);
  }
  return missing;
}

type Content = Omit<Manifest, "format" | "product" | "version" | "keys">;

/**
 * Dumps one snapshot, files first, because a removed file needs a new snapshot.
 * @param gone files of the last snapshot that were missing
 * @returns the content; or the missing files, for the next attempt
 */
function dumpSnapshot(
  { db, files }: BackupPlan,
  folder: string,
  gone: ReadonlySet<string>,
): Promise<Content | { readonly gone: Set<string> }> {
  return db.transaction(
    async (trx) => {
      const named = await filesNamed(trx);
      const missingFiles = await copyFiles(files, folder, named);
      if (missingFiles.some((name) => !gone.has(name))) return { gone: new Set(missingFiles) };
      const [snapshot] = (await trx.select({ now: trx.fn.now() })) as [{ now: Date }];
      const connection: pg.ClientBase = await trx.client.acquireConnection();
      const tables: Manifest["tables"] = [];
      for (const table of await tablesOf(trx)) {
        if (excludedTables.includes(table.name)) continue;
        const rows = await dumpTable(connection, table, join(folder, tablePath(table.name)));
        tables.push({ ...table, rows });
      }
      return {
        takenAt: snapshot.now.toISOString(),
        databaseId: await databaseId(trx),
        migrations: await trx("knexMigrations").orderBy("id").pluck("name"),
        tables,
        partitions: await partitionsOf(trx),
        sequences: await sequencesOf(trx),
        files: named.filter((name) => !missingFiles.includes(name)),
        missingFiles,
      };
    },
    { isolationLevel: "repeatable read", readOnly: true },
  );
}

async function dumpContent(plan: BackupPlan, folder: string): Promise<Content> {
  let gone = new Set<string>();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await rm(join(folder, "files"), { recursive: true, force: true });
    for (const part of ["database", "files"])
      await mkdir(join(folder, part), { recursive: true, mode: 0o700 });
    const dumped = await dumpSnapshot(plan, folder, gone);
    if (!("gone" in dumped)) return dumped;
    gone = dumped.gone;
  }
  throw new Error("Uploaded files were removed again and again while they were copied. Try again later.");
}

/**
 * Backs up a site, which may be running, and verifies the result. The folder gets its name once it is complete.
 * @throws Error with a sentence for the operator
 */
export async function takeBackup(plan: BackupPlan): Promise<Manifest> {
  const { folder, version, keys } = plan;
  const draft = `${folder}.partial`;
  if (existsSync(folder)) throw new Error(`${folder} is there already: a backup is never overwritten.`);
  await mkdir(draft, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) === "EEXIST")
      throw new Error(`${draft} is left of a backup that broke off. Delete it, and start again.`);
    throw new Error(`${draft} cannot be made: ${messageOf(error)}`);
  });
  let encrypted: string | undefined;
  try {
    const content = await dumpContent(plan, draft);
    encrypted = keys && (await writeEncryptedKeys(keys));
    await writeManifest(draft, { format, product: "visitor", version, ...content, keys: encrypted ?? null });
    const manifest = await verifyBackup(draft);
    await rename(draft, folder);
    await sync(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (keys && encrypted !== undefined) await rm(keys.path, { force: true });
    throw error;
  }
}
