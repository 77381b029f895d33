/** Read models of terms and their versions as they are managed. */
import type { Knex } from "knex";
import type { TermsListQuery } from "#contract/texts/managed-terms.ts";
import { Terms, TermsVersion } from "../models/terms.ts";
import { anyOf, anywhere, type Page, pageOf, readSort } from "./pages.ts";

const columns = [
  "id",
  "title",
  "enTitle",
  "contentType",
  "renderHtml",
  "modalDisplay",
  "requestAgree",
  "bgColor",
  "confirmMsg",
  "enConfirmMsg",
  "inUse",
  "dispOrder",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof Terms)[];

export type TermsRow = Pick<Terms, (typeof columns)[number]> & {
  /** The highest deployed version. */
  readonly deployedVersion: number | null;
};

const read = (db: Knex) =>
  Terms.query(db).select(
    ...columns.map((name) => `terms.${name}`),
    Terms.relatedQuery("deployedVersions").max("version").as("deployedVersion"),
  );

/** A page of terms by type, use or a part of their title. */
export function termsRows(
  db: Knex,
  { page, size, sort = "dispOrder", q, contentType, inUse }: TermsListQuery,
): Promise<Page<TermsRow>> {
  const { column, way } = readSort(sort);
  const fits = read(db).orderBy([{ column, order: way }, "dispOrder", "id"]);
  if (contentType) fits.where("contentType", anyOf(contentType, "text"));
  if (inUse !== undefined) fits.where({ inUse });
  if (q !== undefined) fits.modify("titled", anywhere(q));
  return pageOf<Terms, TermsRow>(db, fits, { page, size });
}

export const termsRow = async (db: Knex, id: number): Promise<TermsRow | undefined> =>
  read(db).findById(id).castTo<TermsRow | undefined>();

const versionColumns = [
  "id",
  "termsId",
  "version",
  "body",
  "enBody",
  "deployedAt",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof TermsVersion)[];

export type VersionRow = Pick<TermsVersion, (typeof versionColumns)[number]>;

/** All versions, the newest first. */
export const versionRows = async (db: Knex, termsId: number): Promise<VersionRow[]> =>
  TermsVersion.query(db)
    .select(...versionColumns)
    .where({ termsId })
    .orderBy("version", "desc");

/** A version of these terms. */
export const versionRow = async (db: Knex, termsId: number, id: number): Promise<VersionRow | undefined> =>
  TermsVersion.query(db)
    .select(...versionColumns)
    .findOne({ termsId, id });
