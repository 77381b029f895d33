/** Ties a place of uploaded files to one database (docs/decisions/signage/uploads.md). */

import type { Knex } from "knex";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { SignageContent } from "../models/signage-content.ts";
import { makeFolders } from "./make-folders.ts";
import { type FilePlace, FilesUnavailable, fileName } from "./place.ts";

/** Name of the file that holds the id of the place's database. */
export const ownerNote = "database-id";

/** The id that a migration gave the database. */
export async function databaseId(db: Knex): Promise<string> {
  const row = await db("configuration").first("databaseId");
  if (!row) throw new Error("The configuration is gone.");
  return row.databaseId;
}

/** The id in the place; undefined where it carries none. */
export const ownerOf = async (place: FilePlace): Promise<string | undefined> =>
  (await place.readText(ownerNote))?.trim() || undefined;

const writeOwner = (place: FilePlace, id: string): Promise<void> => place.writeText(ownerNote, `${id}\n`);

/** Name of the variable that says where files are. */
export const variableOf = ({ kind }: FilePlace): string => (kind === "folder" ? "FILES_DIR" : "FILES_URL");

const advice = (place: FilePlace, id: string) =>
  `Move it away, or set ${variableOf(place)} to a ${place.kind === "folder" ? "folder" : "prefix"} of this database's own; ` +
  `where the files are this database's after all, write its id, ${id}, into ${place.label.replace(/\/$/, "")}/${ownerNote}.`;

/** @throws Error where the place is another database's */
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
 * Makes sure that a place of uploaded files is this database's. One that carries no id becomes the database's where
 * it holds no uploads, or one that a row names. Its folder on this machine is made where it is missing.
 * @throws Error with a sentence for whoever starts the server
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
 * Hands a place to the database that took the place of another, which it belonged to.
 * @param formerId of the database that is gone
 */
export async function inheritFiles(db: Knex, place: FilePlace, formerId: string | undefined): Promise<void> {
  if (formerId !== undefined && (await ownerOf(place)) === formerId)
    await writeOwner(place, await databaseId(db));
}
