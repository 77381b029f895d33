/** Read models of digital signage. */
import type { Knex } from "knex";
import { deepest } from "#contract/lists.ts";
import type { SignageListQuery } from "#contract/site/signage.ts";
import type { SignageContent } from "../models/signage-content.ts";

export type SignageRow = Pick<
  SignageContent,
  | "id"
  | "type"
  | "title"
  | "text"
  | "enText"
  | "fileName"
  | "originalName"
  | "contentType"
  | "fileSize"
  | "width"
  | "height"
  | "dispOrder"
  | "seconds"
  | "startsAt"
  | "endsAt"
  | "inUse"
  | "createdAt"
  | "updatedAt"
>;

const columns = `s.id, s.type, s.title, s.text, s.en_text AS "enText", s.file_name AS "fileName",
  s.original_name AS "originalName", s.content_type AS "contentType", s.file_size AS "fileSize", s.width, s.height,
  s.disp_order AS "dispOrder", s.seconds, s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.in_use AS "inUse",
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

const isCurrent = `(s.in_use AND coalesce(s.starts_at <= :now, true) AND coalesce(s.ends_at > :now, true))`;

const orders = {
  dispOrder: "s.disp_order",
  title: "s.title",
  type: "s.type",
  updatedAt: "s.updated_at",
} as const;

const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** A page of items by title or text. @param now decides what is current */
export async function signageRows(
  db: Knex,
  { page, size, sort = "dispOrder", q, type, current }: SignageListQuery,
  now: Date,
): Promise<{ rows: SignageRow[]; total: number }> {
  const conditions = ["true"];
  if (type) conditions.push("s.type = ANY(:type::text[])");
  if (current !== undefined) conditions.push(current ? isCurrent : `NOT ${isCurrent}`);
  if (q !== undefined) {
    conditions.push(`(search_text(s.title) LIKE search_text(:like) OR search_text(s.text) LIKE search_text(:like)
      OR search_text(s.en_text) LIKE search_text(:like))`);
  }
  const fits = `FROM signage_contents s WHERE ${conditions.join(" AND ")}`;
  const bindings = {
    ...(type && { type }),
    ...(current !== undefined && { now }),
    ...(q !== undefined && { like: anywhere(q) }),
  };
  const { rows: counted } = await db.raw<{ rows: [{ total: number }] }>(
    `SELECT count(*) AS total FROM (SELECT ${fits} LIMIT ${deepest + 1}) AS fits`,
    bindings,
  );
  const order = orders[sort.replace(/^-/, "") as keyof typeof orders];
  const { rows } = await db.raw<{ rows: SignageRow[] }>(
    `SELECT ${columns} ${fits} ORDER BY ${order} ${sort.startsWith("-") ? "DESC" : "ASC"}, s.id
     LIMIT :size OFFSET :offset`,
    { ...bindings, size, offset: (page - 1) * size },
  );
  return { rows, total: counted[0].total };
}

export async function signageRow(db: Knex, id: number): Promise<SignageRow | undefined> {
  const { rows } = await db.raw<{ rows: SignageRow[] }>(
    `SELECT ${columns} FROM signage_contents s WHERE s.id = ?`,
    [id],
  );
  return rows[0];
}

/** Every text that runs along the bottom. */
export async function flowTextRows(db: Knex): Promise<SignageRow[]> {
  const { rows } = await db.raw<{ rows: SignageRow[] }>(
    `SELECT ${columns} FROM signage_contents s WHERE s.type = 'flow-text' ORDER BY s.disp_order, s.id
     LIMIT ${deepest}`,
  );
  return rows;
}

/** What is shown at a moment, in order. */
export async function currentSignageRows(db: Knex, now: Date): Promise<SignageRow[]> {
  const { rows } = await db.raw<{ rows: SignageRow[] }>(
    `SELECT ${columns} FROM signage_contents s WHERE ${isCurrent} ORDER BY s.disp_order, s.id LIMIT 1000`,
    { now },
  );
  return rows;
}

/** What is known of a file by its name; undefined where no item has it. */
export async function signageFileRow(
  db: Knex,
  name: string,
): Promise<Pick<SignageRow, "contentType" | "createdAt"> | undefined> {
  const { rows } = await db.raw<{ rows: Pick<SignageRow, "contentType" | "createdAt">[] }>(
    `SELECT content_type AS "contentType", created_at AS "createdAt" FROM signage_contents WHERE file_name = ?`,
    [name],
  );
  return rows[0];
}

/** Whether any item has a file. */
export async function hasFiles(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: [{ some: boolean }] }>(
    "SELECT EXISTS (SELECT FROM signage_contents WHERE file_name IS NOT NULL) AS some",
  );
  return rows[0].some;
}

/** Those of some names of files that an item has. */
export async function fileNamesKept(db: Knex, names: string[]): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    "SELECT file_name AS name FROM signage_contents WHERE file_name = ANY(?::text[])",
    [names],
  );
  return new Set(rows.map(({ name }) => name));
}
