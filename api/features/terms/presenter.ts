/** Terms, their versions and privacy policies as they are managed → answer. */

import { revisionOfPolicy, revisionOfVersion } from "#api/features/terms/revisions.ts";
import type { FoundVersion } from "#api/features/terms/versions.ts";
import { safeHtml, storedHtmlOrNothing } from "#api/safe-html.ts";
import { fromInstant } from "#contract/dates.ts";
import type { Terms, TermsPreview, TermsVersion } from "#contract/managed-terms.ts";
import type { Policy, PolicyPreview, PolicySummary } from "#contract/privacy-policies.ts";
import type { PolicySummaryRow, WholePolicyRow } from "#db/queries/policies.ts";
import type { TermsRow } from "#db/queries/terms.ts";
import { presentTerms } from "./public-presenter.ts";

const wallOrNull = (at: Date | null, timezone: string) => at && fromInstant(at, timezone);

export const presentPolicySummary = (row: PolicySummaryRow, timezone: string): PolicySummary => ({
  id: row.id,
  title: row.title,
  applied: row.applied,
  appliedAt: wallOrNull(row.appliedAt, timezone),
  editable: row.editable,
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

export const presentPolicyWhole = (row: WholePolicyRow, timezone: string): Policy => ({
  ...presentPolicySummary(row, timezone),
  content: safeHtml(row.content),
  enContent: safeHtml(row.enContent),
  revision: revisionOfPolicy(row),
});

export const presentManagedTerms = (row: TermsRow, timezone: string): Terms => ({
  id: row.id,
  title: row.title,
  enTitle: row.enTitle,
  contentType: row.contentType,
  renderHtml: row.renderHtml,
  modalDisplay: row.modalDisplay,
  requestAgree: row.requestAgree,
  bgColor: row.bgColor,
  confirmMsg: row.confirmMsg,
  enConfirmMsg: row.enConfirmMsg,
  inUse: row.inUse,
  dispOrder: row.dispOrder,
  deployedVersion: row.deployedVersion,
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

/** A console may preview the body, so what is shown as HTML leaves sanitised. */
export function presentVersion(
  {
    terms,
    version: row,
  }: { terms: Pick<FoundVersion["terms"], "renderHtml">; version: FoundVersion["version"] },
  timezone: string,
): TermsVersion {
  const shown = (body: string) => (terms.renderHtml ? safeHtml(body) : body);
  return {
    id: row.id,
    termsId: row.termsId,
    version: row.version,
    body: shown(row.body),
    enBody: shown(row.enBody),
    deployedAt: wallOrNull(row.deployedAt, timezone),
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

export const presentPolicyPreview = (draft: PolicyPreview): PolicyPreview => ({
  content: storedHtmlOrNothing(draft.content),
  enContent: storedHtmlOrNothing(draft.enContent),
});
