/** Ties a storage of uploaded files to one database (docs/decisions/signage/uploads.md). */

import type { Knex } from "knex";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { SignageContent } from "../models/signage-content.ts";
import { makeFolders } from "./make-folders.ts";
import { type FilePlace, FilesUnavailable, fileName } from "./place.ts";

/** File with the id of the storage's database. */
export const ownerNote = "database-id";

/** The id that a migration gave the database. */
export async function databaseId(db: Knex): Promise<string> {
  const row = await db("configuration").first("databaseId");
  if (!row) throw new Error("The configuration is gone.");
  return row.databaseId;
}

/** The id in the storage; undefined without one. */
export const ownerOf = async (place: FilePlace): Promise<string | undefined> =>
  (await place.readText(ownerNote))?.trim() || undefined;

const writeOwner = (place: FilePlace, id: string): Promise<void> => place.writeText(ownerNote, `${id}\n`);

/** Variable that configures the storage. */
export const variableOf = ({ kind }: FilePlace): string => (kind === "folder" ? "FILES_DIR" : "FILES_URL");

const advice = (place: FilePlace, id: string) =>
  `Move it away, or set ${variableOf(place)} to a ${place.kind === "folder" ? "folder" : "prefix"} of this database's own; ` +
  `where the files are this database's after all, write its id, ${id}, into ${place.label.replace(/\/$/, "")}/${ownerNote}.`;

/** @throws Error where the storage belongs to another database */
async function claim(db: Knex, place: FilePlace): Promise<void> {
  const id = await databaseId(db);
  const owner = await ownerOf(place);
  if (owner === id) return;
  if (owner !== undefined)
    throw new Error(
      `The files in ${place.label} belong to another database (${owner}). ${advice(place, id)}`,
    );
  const uploads = (await place.list()).map(({ name }) => name).filter((name) => fileName.test(name));
  if (uploads.length > 0 && !(await SignageContent.query(db).modify("ofFiles", uploads).first()))
    throw new Error(
      `${place.label} holds uploaded files (${uploads.length}), none of which this database knows. ${advice(place, id)}`,
    );
  await writeOwner(place, id);
}

const unusable = new Set(["ENOENT", "EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "EISDIR"]);

/**
 * Makes sure that a storage belongs to this database. One without an id is claimed where it contains no uploads, or one
 * that a row references. Creates the local folder where it is missing.
 * @throws Error with a sentence for the operator
 */
export async function claimFiles(db: Knex, place: FilePlace): Promise<void> {
  try {
    await claim(db, place);
    makeFolders(place.arriving, 0o750);
  } catch (error) {
    const isSaid = !unusable.has(errorCode(error) ?? "") && !(error instanceof FilesUnavailable);
    if (isSaid) throw error;
    throw new Error(
      `The ${place.kind} of uploaded files, ${place.label}, cannot be used: ${messageOf(error)}`,
    );
  }
}

/**
 * Transfers a storage from a replaced database to its successor.
 * @param formerId of the replaced database
 */
export async function inheritFiles(db: Knex, place: FilePlace, formerId: string | undefined): Promise<void> {
  if (formerId !== undefined && (await ownerOf(place)) === formerId)
    await writeOwner(place, await databaseId(db));
}
