/** Visit rows → answers: masked, in the reader's language, on the site's clock. */

import { inLanguage, type Language, translateStatus } from "#api/http/language.ts";
import type { LookupRow, Outcome } from "#contract/visits/requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { ReadNumber } from "#db/field-cipher.ts";
import type { LookupVisit } from "#db/queries/lookup.ts";
import { visitorActions } from "../visits/state.ts";
import { visitFacts } from "../visits/visit-facts.ts";

/** @param cellPhone the opened number */
export function presentLookupRow(
  row: LookupVisit,
  reader: { cellPhone: ReadNumber; lang: Language; timezone: string },
): LookupRow {
  const { lang } = reader;
  return {
    ...visitFacts(row, reader),
    accessiblePlace:
      row.placeName === null ? null : { name: inLanguage(lang, row.placeName, row.placeEnName ?? "") },
    purpose: { name: inLanguage(lang, row.purposeName, row.purposeEnName) },
    hostUser: { name: inLanguage(lang, row.hostName, row.hostEnName), position: row.hostPosition },
    reason: row.reason ?? "",
    actions: visitorActions(row.statusCode),
  };
}

/** What a visitor is told after applying or cancelling. */
export const presentOutcome = (
  visit: { reserveNo: string; statusCode: StatusCode },
  lang: Language,
): Outcome => ({
  reserveNo: visit.reserveNo,
  statusCode: visit.statusCode,
  status: translateStatus(lang, visit.statusCode),
});
