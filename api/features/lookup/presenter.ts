/** Visit rows → responses: masked, in the reader's language and the site's time zone. */

import { inLanguage, type Language, maskDecryptedPhone, translateStatus } from "#api/http/language.ts";
import { maskName } from "#api/mask-name.ts";
import type { CompanionView, OwnVisitFacts } from "#contract/visits/requests.ts";
import type { DecryptedContact } from "#db/field-cipher.ts";
import { visitFacts } from "../visits/presenter.ts";
import { visitorActions } from "../visits/state.ts";
import type { Companion, LookupVisit } from "./queries/own-visits.ts";

export type { LookupVisit };

/** A visit without its companions. @param reader `cellPhone` is the decrypted number */
export function presentLookupRow(
  row: LookupVisit,
  reader: { cellPhone: DecryptedContact; lang: Language; timezone: string },
): OwnVisitFacts {
  const { lang } = reader;
  return {
    ...visitFacts(row, { ...reader, cellPhone: maskDecryptedPhone(reader.cellPhone, lang) }),
    accessiblePlace:
      row.placeName === null ? null : { name: inLanguage(lang, row.placeName, row.placeEnName ?? "") },
    purpose: { name: inLanguage(lang, row.purposeName, row.purposeEnName) },
    hostUser: { name: inLanguage(lang, row.hostName, row.hostEnName), position: row.hostPosition },
    reason: row.reason ?? "",
    actions: visitorActions(row.statusCode),
  };
}

/** @param companions of all visits */
export const presentCompanions = (
  { id }: LookupVisit,
  companions: readonly Companion[],
  lang: Language,
): CompanionView[] =>
  companions
    .filter(({ leaderId }) => leaderId === id)
    .map(({ leaderId: _, name, ...companion }) => ({
      ...companion,
      name: maskName(name),
      status: translateStatus(lang, companion.statusCode),
    }));
