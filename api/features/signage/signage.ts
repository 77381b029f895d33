/** Management of the playlist of lobby displays (docs/behaviour.md, "Signage"). */

import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { nextPosition, reorder } from "#api/display-order.ts";
import { invalid, notFound } from "#api/errors.ts";
import type { FileStore } from "#api/files/store.ts";
import type { ReceivedForm } from "#api/http/bodies/form-upload.ts";
import { publishChanges } from "#api/live/changes.ts";
import { anyOf, containsPattern, type Page, pageOf, readSort } from "#api/paging.ts";
import { fromInstant, toInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { maxRow } from "#contract/lists.ts";
import {
  defaultSeconds,
  type NewText,
  type NewUpload,
  type Playlist,
  type SignageChange,
  type SignageItem,
  type SignageListQuery,
  type SignageOrder,
} from "#contract/site/signage.ts";
import { SignageContent } from "#db/models/signage-content.ts";
import { checkMedia } from "./media.ts";

const columns = [
  ...(["id", "type", "title", "text", "enText", "fileName", "originalName", "contentType"] as const),
  ...(["fileSize", "width", "height", "dispOrder", "seconds", "startsAt", "endsAt", "inUse"] as const),
  ...(["createdAt", "updatedAt"] as const),
] satisfies (keyof SignageContent)[];

type SignageRow = Pick<SignageContent, (typeof columns)[number]>;

/** A page of items by title or text. @param now for the filter `current` */
export function readSignage(
  db: Knex,
  { page, size, sort = "dispOrder", q, type, current }: SignageListQuery,
  now: Date,
): Promise<Page<SignageRow>> {
  const { column, direction } = readSort(sort);
  const found = SignageContent.query(db)
    .select(...columns)
    .orderBy([{ column, order: direction }, "id"]);
  if (type) found.where("type", anyOf(type, "text"));
  if (current !== undefined) found.modify(current ? "current" : "notCurrent", now);
  if (q !== undefined) found.modify("holding", containsPattern(q));
  return pageOf(db, found, { page, size });
}

export const readFlowTexts = async (db: Knex): Promise<SignageRow[]> =>
  SignageContent.query(db)
    .select(...columns)
    .where({ type: "flow-text" })
    .orderBy(["dispOrder", "id"])
    .limit(maxRow);

/** The items that are shown at an instant, in display order. */
export const readCurrent = async (db: Knex, now: Date): Promise<SignageRow[]> =>
  SignageContent.query(db)
    .select(...columns)
    .modify("current", now)
    .orderBy(["dispOrder", "id"])
    .limit(1_000);

const changed = [{ kind: "signage" }] as const;

export interface SignageWork {
  readonly now: Date;
  /** IANA name, for wall times in the input. */
  readonly timezone: string;
}

async function read(db: Knex, id: number): Promise<SignageRow> {
  const row = await SignageContent.query(db)
    .select(...columns)
    .findById(id);
  if (!row) throw notFound();
  return row;
}

const instantOf = (wallTime: string | null | undefined, timezone: string): Date | null =>
  wallTime ? toInstant(wallTime, timezone) : null;

/** The ticker has a single line. */
const oneLine = (text: string) => text.replace(/\s+/g, " ");
const normalizeText = (type: SignageRow["type"], text: string) =>
  type === "flow-text" ? oneLine(text) : text;

type Inserted = Pick<SignageContent, "type" | "title" | "seconds"> & Partial<SignageContent>;

async function insert(
  trx: Knex.Transaction,
  row: Inserted,
  { inUse = true, from, to }: Pick<NewText, "inUse" | "from" | "to">,
  { now, timezone }: SignageWork,
): Promise<SignageRow> {
  const { id } = await SignageContent.query(trx)
    .insert({
      ...row,
      inUse,
      startsAt: instantOf(from, timezone),
      endsAt: instantOf(to, timezone),
      dispOrder: await nextPosition(trx, SignageContent),
      createdAt: now,
      updatedAt: now,
    })
    .returning("id");
  await publishChanges(trx, changed);
  return read(trx, id);
}

export function addText(db: Knex, item: NewText, work: SignageWork): Promise<SignageRow> {
  const { type, title, text, enText = "", seconds = defaultSeconds.written } = item;
  const shown = { text: normalizeText(type, text), enText: normalizeText(type, enText) };
  return db.transaction((trx) => insert(trx, { type, title, seconds, ...shown }, item, work));
}

/**
 * Adds an image or video. Stores the file before the row: no row exists without its file, and no transaction stays open during
 * an upload to a bucket. If the commit fails, the clean-up job deletes the file.
 * @param random for the file name
 * @throws InvalidInput on `file` where it is not a valid image or video
 */
export async function addUpload(
  db: Knex,
  { fields, file, originalName }: ReceivedForm<NewUpload>,
  work: SignageWork,
  random: (size: number) => Uint8Array,
): Promise<SignageRow> {
  const { type, title, seconds = defaultSeconds[type] } = fields;
  const { extension, replacement, ...media } = await checkMedia(type, file.path, "file");
  if (replacement) await file.replace(replacement);
  const fileName = `${Buffer.from(random(16)).toString("hex")}.${extension}`;
  await file.keep(fileName);
  const columns = { type, title, seconds, fileName, originalName, fileSize: file.size, ...media };
  return db.transaction((trx) => insert(trx, columns, fields, work));
}

/** Errors of a change that depend on the stored item. */
function changeErrors(row: SignageRow, change: SignageChange, { startsAt, endsAt }: Bounds): FieldErrors {
  const isText = row.fileName === null;
  return {
    ...(change.type !== undefined && change.type !== row.type && { type: "invalid" }),
    ...(isText && change.text === "" && { text: "required" }),
    ...(!isText && change.text && { text: "invalid" }),
    ...(!isText && change.enText && { enText: "invalid" }),
    ...(startsAt && endsAt && endsAt <= startsAt && { to: "endAfterStart" }),
  };
}

type Bounds = Pick<SignageRow, "startsAt" | "endsAt">;

/** @throws InvalidInput; HttpError 404 */
export function changeSignage(
  db: Knex,
  id: number,
  change: SignageChange,
  { now, timezone }: SignageWork,
): Promise<SignageRow> {
  return db.transaction(async (trx) => {
    await SignageContent.query(trx).select("id").findById(id).forUpdate();
    const row = await read(trx, id);
    const { title, text, enText, seconds, inUse, from, to } = change;
    const bounds = {
      startsAt: from === undefined ? row.startsAt : instantOf(from, timezone),
      endsAt: to === undefined ? row.endsAt : instantOf(to, timezone),
    };
    const errors = changeErrors(row, change, bounds);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    await SignageContent.query(trx)
      .findById(id)
      .patch({
        title,
        text: text === undefined ? undefined : normalizeText(row.type, text),
        enText: enText === undefined ? undefined : normalizeText(row.type, enText),
        seconds,
        inUse,
        ...bounds,
        updatedAt: now,
      });
    await publishChanges(trx, changed);
    return read(trx, id);
  });
}

/**
 * Deletes the file after the commit; if that fails, the clean-up job does it.
 * @throws HttpError 404
 */
export async function removeSignage(db: Knex, files: FileStore, id: number): Promise<void> {
  const { fileName } = await db.transaction(async (trx) => {
    await SignageContent.query(trx).select("id").findById(id).forUpdate();
    const row = await read(trx, id);
    await SignageContent.query(trx).deleteById(id);
    await publishChanges(trx, changed);
    return row;
  });
  if (fileName !== null) await files.remove(fileName).catch(() => {});
}

/** @throws InvalidInput naming each unknown or duplicate item; nothing is changed then */
export function sortSignage(db: Knex, positions: SignageOrder, now: Date): Promise<void> {
  return db.transaction(async (trx) => {
    await reorder(trx, SignageContent, positions, now);
    await publishChanges(trx, changed);
  });
}

const wallTime = (instant: Date | null, timezone: string) => instant && fromInstant(instant, timezone);

const fileUrl = (name: string): string => `/files/${name}`;

/** An item for staff. */
export function presentSignage(row: SignageRow, timezone: string): SignageItem {
  const { fileName, originalName, fileSize, contentType, width, height, startsAt, endsAt, ...item } = row;
  const file = fileName !== null && {
    url: fileUrl(fileName),
    name: originalName ?? "",
    size: fileSize ?? 0,
    contentType: contentType ?? "",
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  };
  return {
    ...item,
    ...(file && { file }),
    from: wallTime(startsAt, timezone),
    to: wallTime(endsAt, timezone),
    createdAt: fromInstant(row.createdAt, timezone),
    updatedAt: fromInstant(row.updatedAt, timezone),
  };
}

/** The public playlist of lobby displays, without fields for staff. */
export function presentPlaylist(rows: readonly SignageRow[], timezone: string): Playlist {
  const scheduled = (row: SignageRow) => ({
    id: row.id,
    text: row.text,
    enText: row.enText,
    seconds: row.seconds,
    from: wallTime(row.startsAt, timezone),
    to: wallTime(row.endsAt, timezone),
  });
  const items = rows.flatMap((row) => {
    const { type, title, fileName, contentType, fileSize } = row;
    if (type === "flow-text") return [];
    if (fileName === null) return [{ ...scheduled(row), type, title: "" }];
    const file = { url: fileUrl(fileName), contentType: contentType ?? "", size: fileSize ?? 0 };
    return [{ ...scheduled(row), type, title, file }];
  });
  const flowTexts = rows.filter(({ type }) => type === "flow-text").map(scheduled);
  const version = createHash("sha256")
    .update(JSON.stringify([items, flowTexts]))
    .digest("base64url");
  return { items, flowTexts, version: version.slice(0, 22) };
}
