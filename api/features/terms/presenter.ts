/** Terms and their versions → answers: what is in force for visitors, all of them for those who manage them. */
import { inLanguage, type Language } from "#api/http/language.ts";
import { safeHtml, storedHtmlOrNothing } from "#api/safe-html.ts";
import type { DeployedTermsRow } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import type { Terms, TermsPreview, TermsVersion } from "#contract/texts/managed-terms.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import type { TermsRow } from "./terms.ts";
import { type FoundVersion, revisionOfVersion } from "./versions.ts";

/** @param clean what makes HTML safe: a text that is being written is not worth remembering */
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
export function presentVersion({ terms, version: row }: FoundVersion, timezone: string): TermsVersion {
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

/** A text as it would be stored and sent to visitors, by the way that theirs goes. */
export function presentTermsPreview(terms: TermsRow, draft: Draft): TermsPreview {
  const row = { ...terms, ...draft, version: (terms.deployedVersion ?? 0) + 1 };
  return {
    ko: presentTerms(row, "ko", storedHtmlOrNothing),
    en: presentTerms(row, "en", storedHtmlOrNothing),
  };
}
