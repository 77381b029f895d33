/** What a message's placeholders stand for. */
import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import { type MessagePlaceholder, messageName } from "#contract/messages/sms-text.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { HostMessageSubject } from "./subjects.ts";
import { messageTexts } from "./templates.ts";

/** The site, as messages name it. */
export type NamedSite = Pick<Configuration, "customerCompany" | "enCustomerCompany">;

export type Values = Partial<Record<MessagePlaceholder, string>>;

/** Values of the placeholders for a visit, in its language. */
export function valuesOf(
  subject: HostMessageSubject,
  lang: Language,
  site: NamedSite & Pick<Configuration, "timezone">,
  reason?: string,
): Values {
  return {
    name: messageName(subject.name) || messageTexts[lang].somebody,
    reserveNo: subject.reserveNo,
    startDate: fromInstant(subject.startAt, site.timezone),
    place:
      subject.placeName === null
        ? messageTexts[lang].place
        : inLanguage(lang, subject.placeName, subject.placeEnName ?? ""),
    host: inLanguage(lang, subject.hostName, subject.hostEnName),
    company: companyOf(site, lang),
    ...(reason !== undefined && { reason: reason.replace(/\s+/g, " ") || messageTexts[lang].reasonKept }),
  };
}

/** The site's name in a message. */
export const companyOf = (site: NamedSite, lang: Language): string =>
  inLanguage(lang, site.customerCompany, site.enCustomerCompany);
