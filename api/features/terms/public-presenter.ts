/** Terms and policy → answer. */

import { inLanguage, type Language } from "#api/http/language.ts";
import { safeHtml } from "#api/safe-html.ts";
import type { AppliedPolicy } from "#contract/privacy-policies.ts";
import type { DeployedTerms } from "#contract/terms.ts";
import type { DeployedTermsRow, PolicyRow } from "#db/queries/texts.ts";

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

export const presentPolicy = (row: PolicyRow): AppliedPolicy => ({
  id: row.id,
  content: safeHtml(row.content),
  enContent: safeHtml(row.enContent),
});
