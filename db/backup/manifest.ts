/**
 * Format of a backup folder (docs/backup.md): `manifest.json` describes the content, `SHA256SUMS` has the checksums
 * (for `sha256sum --check`, too), `database/` a file per table, `files/` the uploads.
 */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as z from "zod";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";

/** Increases when an earlier version can no longer read backups. */
export const format = 1;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const count = z.int().min(0);

const manifestSchema = z.strictObject({
  format: z.literal(format),
  product: z.literal("visitor"),
  /** Of the product, "0.1.0". */
  version: z.string(),
  /** ISO, UTC: time of the snapshot. */
  takenAt: z.iso.datetime(),
  databaseId: z.uuid(),
  /** Completed migrations, in order. */
  migrations: z.array(z.string().regex(/^[\w]+\.ts$/)),
  tables: z.array(z.strictObject({ name, columns: z.array(name), rows: count })),
  partitions: z.array(z.strictObject({ name, of: name, bound: z.string() })),
  sequences: z.array(z.strictObject({ name, lastValue: count, isCalled: z.boolean() })),
  files: z.array(z.string().regex(/^[0-9a-f]{32}\.\w+$/)),
  /** Referenced by a row, but missing when the backup was made. */
  missingFiles: z.array(z.string()),
  /** SHA-256 of the file of keys; null for a backup without keys. */
  keys: z.nullable(z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;

/** Path of a table's rows in a backup. */
export const tablePath = (table: string): string => `database/${table}.copy.gz`;
/** Path of an uploaded file in a backup. */
export const filePath = (file: string): string => `files/${file}`;

const manifestPath = "manifest.json";
const sumsPath = "SHA256SUMS";

/** @returns the SHA-256 of a file, in hexadecimal */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Number of rows in a table's file; COPY writes one per line. @throws Error where it is incomplete */
async function rowsIn(path: string): Promise<number> {
  let rows = 0;
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
  });
  return rows;
}

const pathsOf = ({ tables, files }: Pick<Manifest, "tables" | "files">): string[] => [
  ...tables.map((table) => tablePath(table.name)),
  ...files.map(filePath),
];

/** Writes the manifest and the checksums of all files in the folder. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, manifestPath), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  const lines: string[] = [];
  for (const path of [manifestPath, ...pathsOf(manifest)])
    lines.push(`${await sumOf(join(folder, path))}  ${path}\n`);
  await writeFile(join(folder, sumsPath), lines.join(""), { mode: 0o600, flush: true });
}

const damaged = (folder: string, reason: string) =>
  new Error(`The backup in ${folder} is damaged: ${reason}.`);

async function readText(folder: string, path: string): Promise<string> {
  try {
    return await readFile(join(folder, path), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT")
      throw new Error(`There is no whole backup in ${folder}: ${path} is missing.`);
    throw new Error(`The backup in ${folder} cannot be read: ${messageOf(error)}`);
  }
}

async function readSums(folder: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const line of (await readText(folder, sumsPath)).split("\n").filter(Boolean)) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sum === undefined || path === undefined) throw damaged(folder, `${sumsPath} cannot be read`);
    sums.set(path, sum);
  }
  return sums;
}

function parseManifest(folder: string, text: string): Manifest {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw damaged(folder, `${manifestPath} cannot be read`);
  }
  const later = z.object({ format: z.int().min(format + 1), version: z.string() }).safeParse(read);
  if (later.success)
    throw new Error(
      `The backup was made by version ${later.data.version}, whose backups this one cannot read.`,
    );
  const parsed = manifestSchema.safeParse(read);
  if (!parsed.success) throw damaged(folder, `${manifestPath} does not say what a backup holds`);
  return parsed.data;
}

/** Reads the manifest and verifies nothing. @returns undefined where none can be read */
export const manifestIn = (folder: string): Promise<Manifest | undefined> =>
  readText(folder, manifestPath)
    .then((text) => parseManifest(folder, text))
    .catch(() => undefined);

/**
 * Reads the manifest and verifies every file.
 * @throws Error with a sentence where something is missing or changed
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const sums = await readSums(folder);
  const check = async (path: string) => {
    const expected = sums.get(path);
    if (expected === undefined) throw damaged(folder, `${sumsPath} does not name ${path}`);
    const actual = await sumOf(join(folder, path)).catch((error) => {
      throw errorCode(error) === "ENOENT" ? damaged(folder, `${path} is missing`) : error;
    });
    if (actual !== expected) throw damaged(folder, `${path} has changed since it was written`);
  };
  const text = await readText(folder, manifestPath);
  await check(manifestPath);
  const manifest = parseManifest(folder, text);
  for (const path of pathsOf(manifest)) await check(path);
  for (const { name: table, rows } of manifest.tables) {
    const found = await rowsIn(join(folder, tablePath(table))).catch(() => undefined);
    if (found !== rows) throw damaged(folder, `${tablePath(table)} does not hold ${rows} rows`);
  }
  return manifest;
}
