/** Read models of digital signage. */
import type { Knex } from "knex";
import { raw } from "objection";
import { deepest } from "#contract/lists.ts";
import type { SignageListQuery } from "#contract/site/signage.ts";
import { SignageContent } from "../models/signage-content.ts";
import { anyOf, anywhere, type Page, pageOf, readSort } from "./pages.ts";

const columns = [
  "id",
  "type",
  "title",
  "text",
  "enText",
  "fileName",
  "originalName",
  "contentType",
  "fileSize",
  "width",
  "height",
  "dispOrder",
  "seconds",
  "startsAt",
  "endsAt",
  "inUse",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof SignageContent)[];

export type SignageRow = Pick<SignageContent, (typeof columns)[number]>;

/** A page of items by title or text. @param now decides what is current */
export function signageRows(
  db: Knex,
  { page, size, sort = "dispOrder", q, type, current }: SignageListQuery,
  now: Date,
): Promise<Page<SignageRow>> {
  const { column, way } = readSort(sort);
  const fits = SignageContent.query(db)
    .select(...columns)
    .orderBy([{ column, order: way }, "id"]);
  if (type) fits.where("type", anyOf(type, "text"));
  if (current !== undefined) fits.modify(current ? "current" : "notCurrent", now);
  if (q !== undefined) fits.modify("holding", anywhere(q));
  return pageOf(db, fits, { page, size });
}

export const signageRow = async (db: Knex, id: number): Promise<SignageRow | undefined> =>
  SignageContent.query(db)
    .select(...columns)
    .findById(id);

/** Every text that runs along the bottom. */
export const flowTextRows = async (db: Knex): Promise<SignageRow[]> =>
  SignageContent.query(db)
    .select(...columns)
    .where({ type: "flow-text" })
    .orderBy(["dispOrder", "id"])
    .limit(deepest);

/** What is shown at a moment, in order. */
export const currentSignageRows = async (db: Knex, now: Date): Promise<SignageRow[]> =>
  SignageContent.query(db)
    .select(...columns)
    .modify("current", now)
    .orderBy(["dispOrder", "id"])
    .limit(1000);

/** What is known of a file by its name; undefined where no item has it. */
export const signageFileRow = async (
  db: Knex,
  fileName: string,
): Promise<Pick<SignageRow, "contentType" | "createdAt"> | undefined> =>
  SignageContent.query(db).select("contentType", "createdAt").findOne({ fileName });

/** Whether any item has a file. */
export const hasFiles = async (db: Knex): Promise<boolean> =>
  (await SignageContent.query(db).select(raw("1")).whereNotNull("fileName").first()) !== undefined;

/** Those of some names of files that an item has. */
export async function fileNamesKept(db: Knex, names: string[]): Promise<Set<string>> {
  const rows = await SignageContent.query(db).select("fileName").where("fileName", anyOf(names, "text"));
  return new Set(rows.flatMap(({ fileName }) => fileName ?? []));
}
