/** Visit rows → answers: masked, in the reader's language, on the site's clock. */

import { inLanguage, type Language, translateStatus } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import { maskPhone } from "#contract/phone.ts";
import type { LookupRow, Outcome } from "#contract/requests.ts";
import type { StatusCode } from "#contract/status.ts";
import type { LookupVisit } from "#db/queries/lookup.ts";
import { visitorActions } from "../visits/state.ts";

/** @param cellPhone the opened number */
export function presentLookupRow(
  row: LookupVisit,
  { cellPhone, lang, timezone }: { cellPhone: string; lang: Language; timezone: string },
): LookupRow {
  return {
    reserveNo: row.reserveNo,
    leaderName: row.leaderName ?? "",
    followersCnt: row.followersCnt,
    name: row.name,
    company: row.company,
    position: row.position,
    phone: maskPhone(row.phone),
    cellPhone: maskPhone(cellPhone),
    accessiblePlace:
      row.placeName === null ? null : { name: inLanguage(lang, row.placeName, row.placeEnName ?? "") },
    purpose: { name: inLanguage(lang, row.purposeName, row.purposeEnName) },
    startDate: fromInstant(row.startAt, timezone),
    endDate: fromInstant(row.endAt, timezone),
    hostUser: { name: inLanguage(lang, row.hostName, row.hostEnName), position: row.hostPosition },
    statusCode: row.statusCode,
    status: translateStatus(lang, row.statusCode),
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
