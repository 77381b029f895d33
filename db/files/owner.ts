/** Ties a storage of uploaded files to one database (docs/decisions/signage/uploads.md). */

import type { Knex } from "knex";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { SignageContent } from "../models/signage-content.ts";
import { makeFolders } from "./make-folders.ts";
import { type FileStorage, FilesUnavailable, fileName } from "./storage.ts";

/** File with the id of the storage's database. */
export const ownerFile = "database-id";

/** The id that a migration gave the database. */
export async function databaseId(db: Knex): Promise<string> {
  const row = await db("configuration").first("databaseId");
  if (!row) throw new Error("The configuration is gone.");
  return row.databaseId;
}

/** The id in the storage; undefined without one. */
export const ownerOf = async (storage: FileStorage): Promise<string | undefined> =>
  (await storage.readText(ownerFile))?.trim() || undefined;

const writeOwner = (storage: FileStorage, id: string): Promise<void> =>
  storage.writeText(ownerFile, `${id}\n`);

/** Variable that configures the storage. */
export const variableOf = ({ kind }: FileStorage): string => (kind === "folder" ? "FILES_DIR" : "FILES_URL");

const advice = (storage: FileStorage, id: string) =>
  `Move it away, or set ${variableOf(storage)} to a ${storage.kind === "folder" ? "folder" : "prefix"} of this database's own; ` +
  `where the files are this database's after all, write its id, ${id}, into ${storage.label.replace(/\/$/, "")}/${ownerFile}.`;

/** @throws Error where the storage belongs to another database */
async function claim(db: Knex, storage: FileStorage): Promise<void> {
  const id = await databaseId(db);
  const owner = await ownerOf(storage);
  if (owner === id) return;
  if (owner !== undefined)
    throw new Error(
      `The files in ${storage.label} belong to another database (${owner}). ${advice(storage, id)}`,
    );
  const uploads = (await storage.list()).map(({ name }) => name).filter((name) => fileName.test(name));
  if (uploads.length > 0 && !(await SignageContent.query(db).modify("ofFiles", uploads).first()))
    throw new Error(
      `${storage.label} holds uploaded files (${uploads.length}), none of which this database knows. ${advice(storage, id)}`,
    );
  await writeOwner(storage, id);
}

const storageErrors = new Set([
  "ENOENT",
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "ENOTDIR",
  "EEXIST",
  "EISDIR",
]);

/**
 * Makes sure that a storage belongs to this database. One without an id is claimed where it contains no uploads, or one
 * that a row references. Creates the local folder where it is missing.
 * @throws Error with a sentence for the operator
 */
export async function claimFiles(db: Knex, storage: FileStorage): Promise<void> {
  try {
    await claim(db, storage);
    makeFolders(storage.arriving, 0o750);
  } catch (error) {
    const isDescribed = !storageErrors.has(errorCode(error) ?? "") && !(error instanceof FilesUnavailable);
    if (isDescribed) throw error;
    throw new Error(
      `The ${storage.kind} of uploaded files, ${storage.label}, cannot be used: ${messageOf(error)}`,
    );
  }
}

/**
 * Transfers a storage from a replaced database to its successor.
 * @param formerId of the replaced database
 */
export async function inheritFiles(
  db: Knex,
  storage: FileStorage,
  formerId: string | undefined,
): Promise<void> {
  if (formerId !== undefined && (await ownerOf(storage)) === formerId)
    await writeOwner(storage, await databaseId(db));
}
