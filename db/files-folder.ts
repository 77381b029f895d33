/** Ties a folder of uploaded files to one database (docs/decisions/signage/file-storage.md). */

import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Knex } from "knex";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "./error-code.ts";
import { fileNamesKept } from "./queries/signage.ts";

/** Name of an upload: 128 random bits, and an extension that tells the kind. No name leads out of the folder. */
export const fileName = /^[0-9a-f]{32}\.(png|jpg|webp|mp4|webm)$/;

/** Name of the file that holds the id of the folder's database. */
export const ownerNote = "database-id";

/** The id that a migration gave the database. */
export async function databaseId(db: Knex): Promise<string> {
  const row = await db("configuration").first("databaseId");
  if (!row) throw new Error("The configuration is gone.");
  return row.databaseId;
}

/** The id in the folder; undefined where it carries none. */
export async function ownerOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, ownerNote), "utf8")).trim() || undefined;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** In one step: nobody reads half an id. */
async function writeOwner(folder: string, id: string): Promise<void> {
  const draft = join(folder, `${ownerNote}.${process.pid}`);
  await writeFile(draft, `${id}\n`, { mode: 0o640, flush: true });
  await rename(draft, join(folder, ownerNote));
}

const advice = (folder: string, id: string) =>
  `Move it away, or set FILES_DIR to a folder of this database's own; where the files are this database's after all, write its id, ` +
  `${id}, into ${join(folder, ownerNote)}.`;

/** @throws Error where the folder is another database's */
async function claim(db: Knex, folder: string): Promise<void> {
  const id = await databaseId(db);
  const owner = await ownerOf(folder);
  if (owner === id) return;
  if (owner !== undefined)
    throw new Error(`The files in ${folder} belong to another database (${owner}). ${advice(folder, id)}`);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const uploads = (await readdir(folder)).filter((name) => fileName.test(name));
  if (uploads.length > 0 && (await fileNamesKept(db, uploads)).size === 0)
    throw new Error(
      `${folder} holds uploaded files (${uploads.length}), none of which this database knows. ${advice(folder, id)}`,
    );
  await writeOwner(folder, id);
}

const unusable = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "EISDIR"]);

/**
 * Makes sure that a folder of uploaded files is this database's. One that carries no id becomes the database's where
 * it holds no uploads, or one that a row names.
 * @param folder made where it is missing
 * @throws Error with a sentence for whoever starts the server
 */
export async function claimFilesFolder(db: Knex, folder: string): Promise<void> {
  try {
    await claim(db, folder);
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (!unusable.has(code)) throw error;
    throw new Error(`The folder of uploaded files, ${folder}, cannot be used: ${messageOf(error)}`);
  }
}

/**
 * Hands a folder to the database that took the place of another, which it belonged to.
 * @param formerId of the database that is gone
 */
export async function inheritFilesFolder(
  db: Knex,
  folder: string,
  formerId: string | undefined,
): Promise<void> {
  if (formerId !== undefined && (await ownerOf(folder)) === formerId)
    await writeOwner(folder, await databaseId(db));
}
