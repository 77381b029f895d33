/**
 * Versions of terms: drafts until they are deployed, unchangeable from then on
 * (docs/decisions/public-site/consent.md).
 */
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { onForeignKeyViolation } from "#api/constraint-errors.ts";
import type { Deps } from "#api/deps.ts";
import { newerDeployed, notFound, textChanged, textDeployed } from "#api/errors.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { publishChanges } from "#api/live/changes.ts";
import { safeHtml, storedHtml, storedOptionalHtml } from "#api/safe-html.ts";
import type { DeployedTermsRow } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import type {
  NewVersion,
  Terms,
  TermsPreview,
  TermsVersion as VersionAnswer,
  VersionChange,
} from "#contract/texts/managed-terms.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { TermsVersion } from "#db/models/terms.ts";
import { lockTerms, type TermsRow } from "./terms.ts";

/** Hash of stored texts, to detect concurrent changes. */
export const revisionOf = (...texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 22);

/** @param read the revision that the caller changes; undefined skips the check @throws HttpError 405 */
export function requireRevision(read: string | undefined, stored: string): void {
  if (read !== undefined && read !== stored) throw textChanged();
}

/** Ids of a version and its terms. */
interface VersionAddress {
  readonly termsId: number;
  readonly id: number;
}

/** A version with its terms. */
export interface FoundVersion {
  readonly terms: TermsRow;
  readonly version: VersionRow;
}

const columns = [
  ...(["id", "termsId", "version", "body", "enBody", "deployedAt", "createdAt", "updatedAt"] as const),
] satisfies (keyof TermsVersion)[];

type VersionRow = Pick<TermsVersion, (typeof columns)[number]>;

/** All versions, newest first. */
export const listVersions = async (db: Knex, termsId: number): Promise<VersionRow[]> =>
  TermsVersion.query(db)
    .select(...columns)
    .where({ termsId })
    .orderBy("version", "desc");

const revisionOfVersion = ({ body, enBody }: Pick<TermsVersion, "body" | "enBody">): string =>
  revisionOf(body, enBody);

/** @throws HttpError 404 */
async function read(db: Knex, { termsId, id }: VersionAddress): Promise<VersionRow> {
  const row = await TermsVersion.query(db)
    .select(...columns)
    .findOne({ termsId, id });
  if (!row) throw notFound();
  return row;
}

/** @throws HttpError 404 */
async function lock(trx: Knex.Transaction, address: VersionAddress): Promise<FoundVersion> {
  const terms = await lockTerms(trx, address.termsId);
  return { terms, version: await read(trx, address) };
}

/** @throws HttpError 404; 405 where it is deployed */
async function lockDraft(trx: Knex.Transaction, address: VersionAddress): Promise<FoundVersion> {
  const found = await lock(trx, address);
  if (found.version.deployedAt !== null) throw textDeployed();
  return found;
}

/** Bodies to store, sanitised for terms that are rendered as HTML. */
const bodiesToStore = (
  { renderHtml }: TermsRow,
  { body, enBody }: { body?: string | undefined; enBody?: string | undefined },
) => ({
  ...(body !== undefined && { body: renderHtml ? storedHtml("body", body) : body }),
  ...(enBody !== undefined && { enBody: renderHtml ? storedOptionalHtml(enBody) : enBody }),
});

/** @throws InvalidInput where sanitising leaves no text; HttpError 404 */
export function addVersion(
  { db, clock }: Pick<Deps, "db" | "clock">,
  termsId: number,
  { body, enBody = "" }: NewVersion,
): Promise<FoundVersion> {
  const now = clock();
  return db.transaction(async (trx) => {
    const terms = await lockTerms(trx, termsId);
    const last = await TermsVersion.query(trx)
      .select("version")
      .where({ termsId })
      .orderBy("version", "desc")
      .first();
    const { id } = await TermsVersion.query(trx)
      .insert({
        termsId,
        version: (last?.version ?? 0) + 1,
        ...bodiesToStore(terms, { body, enBody }),
        createdAt: now,
        updatedAt: now,
      })
      .returning("id");
    await publishChanges(trx, [{ kind: "text" }]);
    return { terms, version: await read(trx, { termsId, id }) };
  });
}

/**
 * @throws InvalidInput where sanitising leaves no text; HttpError 404; 405 where it is deployed, or was changed since it was
 *   read
 */
export function changeVersion(
  { db, clock }: Pick<Deps, "db" | "clock">,
  address: VersionAddress,
  { body, enBody, revision }: VersionChange,
): Promise<FoundVersion> {
  return db.transaction(async (trx) => {
    const { terms, version } = await lockDraft(trx, address);
    requireRevision(revision, revisionOfVersion(version));
    await TermsVersion.query(trx)
      .findById(address.id)
      .patch({ ...bodiesToStore(terms, { body, enBody }), updatedAt: clock() });
    await publishChanges(trx, [{ kind: "text" }]);
    return { terms, version: await read(trx, address) };
  });
}

/** @throws HttpError 404; 405 where it is deployed or a consent refers to it */
export function removeVersion(db: Knex, address: VersionAddress): Promise<void> {
  return onForeignKeyViolation(
    textDeployed,
    db.transaction(async (trx) => {
      await lockDraft(trx, address);
      await TermsVersion.query(trx).deleteById(address.id);
      await publishChanges(trx, [{ kind: "text" }]);
    }),
  );
}

/**
 * Deploys a version; a deployed one does not change. Sanitises it again, because its terms may have been plain text when it was
 * written.
 * @throws InvalidInput where sanitising leaves no text; HttpError 404; 405 where a later one is deployed
 */
export function deployVersion(
  { db, clock }: Pick<Deps, "db" | "clock">,
  address: VersionAddress,
): Promise<FoundVersion> {
  const now = clock();
  return db.transaction(async (trx) => {
    const found = await lock(trx, address);
    const { terms, version } = found;
    if (version.deployedAt !== null) return found;
    if (terms.deployedVersion !== null && terms.deployedVersion > version.version) throw newerDeployed();
    const { body, enBody } = version;
    await TermsVersion.query(trx)
      .findById(address.id)
      .patch({ ...bodiesToStore(terms, { body, enBody }), deployedAt: now, updatedAt: now });
    await publishChanges(trx, [{ kind: "text" }, { kind: "configuration" }]);
    return { terms, version: await read(trx, address) };
  });
}

/** @param clean sanitises HTML; previews pass one without a cache */
export function presentTerms(
  row: Omit<DeployedTermsRow, "versionId">,
  lang: Language,
  clean = safeHtml,
): DeployedTerms {
  const body = inLanguage(lang, row.body, row.enBody);
  return {
    id: row.id,
    title: inLanguage(lang, row.title, row.enTitle),
    contentType: row.contentType,
    currentVersion: { version: row.version, body: row.renderHtml ? clean(body) : body },
    renderHtml: row.renderHtml,
    modalDisplay: row.modalDisplay,
    requestAgree: row.requestAgree,
    bgColor: row.bgColor,
    confirmMsg: inLanguage(lang, row.confirmMsg, row.enConfirmMsg),
  };
}

export const presentManagedTerms = (row: TermsRow, timezone: string): Terms => ({
  ...row,
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

/** The console previews the body, so HTML is sanitised. */
export function presentVersion({ terms, version: row }: FoundVersion, timezone: string): VersionAnswer {
  const shown = (body: string) => (terms.renderHtml ? safeHtml(body) : body);
  return {
    ...row,
    body: shown(row.body),
    enBody: shown(row.enBody),
    deployedAt: row.deployedAt && fromInstant(row.deployedAt, timezone),
    revision: revisionOfVersion(row),
    createdAt: fromInstant(row.createdAt, timezone),
    updatedAt: fromInstant(row.updatedAt, timezone),
  };
}

interface Draft {
  readonly body: string;
  readonly enBody: string;
}

/** A draft as visitors would see it, through the same sanitiser and presenter. */
export function presentTermsPreview(terms: TermsRow, draft: Draft): TermsPreview {
  const row = { ...terms, ...draft, version: (terms.deployedVersion ?? 0) + 1 };
  return {
    ko: presentTerms(row, "ko", storedOptionalHtml),
    en: presentTerms(row, "en", storedOptionalHtml),
  };
}
