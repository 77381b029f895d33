/** Consent row → answer. */

import { inLanguage } from "#api/http/language.ts";
import { safeHtml } from "#api/safe-html.ts";
import { fromInstant } from "#contract/dates.ts";
import type { VisitConsentAnswer } from "#contract/visit-consents.ts";
import type { VisitConsentRow } from "#db/queries/visits/consents.ts";

/** Title and text in the language that the visitor read, whoever reads now. */
export function presentVisitConsent(row: VisitConsentRow, timezone: string): VisitConsentAnswer {
  const body = inLanguage(row.lang, row.body, row.enBody);
  return {
    id: row.id,
    kind: row.termsId === null ? "policy" : "terms",
    textId: row.termsId ?? row.policyId ?? 0,
    title: inLanguage(row.lang, row.title, row.enTitle),
    contentType: row.contentType,
    version: row.version,
    language: row.lang,
    agreed: row.agreed,
    agreedAt: fromInstant(row.agreedAt, timezone),
    body: row.renderHtml ? safeHtml(body) : body,
    renderHtml: row.renderHtml,
  };
}
