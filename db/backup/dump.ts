/** Backs up a running site, in one consistent snapshot (docs/backup.md). */

import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Knex } from "knex";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { messageOf } from "#contract/thrown.ts";
import { databaseId } from "../files/owner.ts";
import type { FileStorage } from "../files/storage.ts";
import { excludedTables, filesNamed, partitionsOf, sequencesOf, tablesOf } from "./catalog.ts";
import { encryptKeys, type KeysFile, writeKeysFile } from "./encrypted-keys.ts";
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

/** A killed backup's remains, which no backup has written to for so long. */
const abandonedMs = 24 * 3_600_000;

/** Removes what killed backups left in a folder. Younger ones stay, because another backup may be writing them. */
async function removeAbandoned(place: string): Promise<void> {
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isDirectory() || !/\.[0-9a-f]{8}\.partial$/.test(name)) continue;
    const draft = join(place, name);
    const paths = (await readdir(draft, { recursive: true })).map((path) => join(draft, path));
    const times = await Promise.all([draft, ...paths].map(async (path) => (await stat(path)).mtimeMs));
    if (Date.now() - Math.max(...times) > abandonedMs) await rm(draft, { recursive: true });
  }
}

/**
 * Backs up a site, which may be running, and verifies the result. The folder gets its name once it is complete.
 * @throws Error with a sentence for the operator
 */
export async function takeBackup(plan: BackupPlan): Promise<Manifest> {
  const { folder, version, keys } = plan;
  const overwrites = () => new Error(`${folder} is there already: a backup is never overwritten.`);
  if (existsSync(folder)) throw overwrites();
  // A random name, so that it cannot collide with a killed or a concurrent backup.
  const draft = `${folder}.${randomBytes(4).toString("hex")}.partial`;
  await mkdir(draft, { mode: 0o700 }).catch((error) => {
    throw new Error(`${draft} cannot be made: ${messageOf(error)}`);
  });
  // Fails if another backup removes or renames a folder meanwhile.
  await removeAbandoned(dirname(folder)).catch(() => {});
  let hasKeys = false;
  try {
    const content = await dumpContent(plan, draft);
    const encrypted = keys && (await encryptKeys(keys));
    const sum = encrypted?.sum ?? null;
    await writeManifest(draft, { format, product: "visitor", version, ...content, keys: sum });
    const manifest = await verifyBackup(draft);
    // Last, because keys of a killed backup would refuse the next one.
    if (keys && encrypted) {
      await writeKeysFile(keys.path, encrypted.text);
      hasKeys = true;
    }
    await rename(draft, folder).catch((error) => {
      throw existsSync(folder) ? overwrites() : error;
    });
    await sync(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (keys && hasKeys) await rm(keys.path, { force: true });
    throw error;
  }
}
