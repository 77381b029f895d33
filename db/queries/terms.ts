/** Read models of terms and their versions as they are managed. */
import type { Knex } from "knex";
import type { TermsListQuery } from "#contract/texts/managed-terms.ts";
import type { Terms, TermsVersion } from "../models/terms.ts";
import { anywhere, readPage, readSort } from "./pages.ts";

export type TermsRow = Pick<
  Terms,
  | "id"
  | "title"
  | "enTitle"
  | "contentType"
  | "renderHtml"
  | "modalDisplay"
  | "requestAgree"
  | "bgColor"
  | "confirmMsg"
  | "enConfirmMsg"
  | "inUse"
  | "dispOrder"
  | "createdAt"
  | "updatedAt"
> & {
  /** The highest deployed version. */
  readonly deployedVersion: number | null;
};

export type VersionRow = Pick<
  TermsVersion,
  "id" | "termsId" | "version" | "body" | "enBody" | "deployedAt" | "createdAt" | "updatedAt"
>;

const columns = `t.id, t.title, t.en_title AS "enTitle", t.content_type AS "contentType",
  t.render_html AS "renderHtml", t.modal_display AS "modalDisplay", t.request_agree AS "requestAgree",
  t.bg_color AS "bgColor", t.confirm_msg AS "confirmMsg", t.en_confirm_msg AS "enConfirmMsg",
  t.in_use AS "inUse", t.disp_order AS "dispOrder", t.created_at AS "createdAt", t.updated_at AS "updatedAt",
  (SELECT max(v.version) FROM terms_versions v WHERE v.terms_id = t.id AND v.deployed_at IS NOT NULL)
    AS "deployedVersion"`;

const orders = {
  dispOrder: "t.disp_order",
  title: "t.title",
  contentType: "t.content_type",
  updatedAt: "t.updated_at",
} as const;

const fits = `FROM terms t WHERE (:types::text[] IS NULL OR t.content_type = ANY(:types::text[]))
  AND (:inUse::boolean IS NULL OR t.in_use = :inUse::boolean)
  AND (search_text(t.title) LIKE search_text(:like) OR search_text(t.en_title) LIKE search_text(:like))`;

/** A page of terms by type, use or a part of their title. */
export function termsRows(
  db: Knex,
  { page, size, sort = "dispOrder", q, contentType, inUse }: TermsListQuery,
): Promise<{ rows: TermsRow[]; total: number }> {
  const { column, way } = readSort<keyof typeof orders>(sort);
  const like = q === undefined ? "%" : anywhere(q);
  return readPage(
    db,
    {
      columns,
      fits,
      order: `${orders[column]} ${way}, t.disp_order, t.id`,
      bindings: { types: contentType ?? null, inUse: inUse ?? null, like },
    },
    { page, size },
  );
}

export async function termsRow(db: Knex, id: number): Promise<TermsRow | undefined> {
  const { rows } = await db.raw<{ rows: TermsRow[] }>(`SELECT ${columns} FROM terms t WHERE t.id = ?`, [id]);
  return rows[0];
}

const versionColumns = `id, terms_id AS "termsId", version, body, en_body AS "enBody",
  deployed_at AS "deployedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** All versions, the newest first. */
export async function versionRows(db: Knex, termsId: number): Promise<VersionRow[]> {
  const { rows } = await db.raw<{ rows: VersionRow[] }>(
    `SELECT ${versionColumns} FROM terms_versions WHERE terms_id = ? ORDER BY version DESC`,
    [termsId],
  );
  return rows;
}

/** A version of these terms. */
export async function versionRow(db: Knex, termsId: number, id: number): Promise<VersionRow | undefined> {
  const { rows } = await db.raw<{ rows: VersionRow[] }>(
    `SELECT ${versionColumns} FROM terms_versions WHERE terms_id = ? AND id = ?`,
    [termsId, id],
  );
  return rows[0];
}
