/** A visit as an iCalendar file, through `ical-generator`. */
import ical, { ICalCalendarMethod } from "ical-generator";
import { inLanguage, type Language } from "#api/http/language.ts";
import { fillText } from "#contract/messages/sms-text.ts";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };
import { companyOf } from "../messages/queue.ts";
import type { SeenByLink } from "./own-visit.ts";

const texts = { ko: ko.visitor.result, en: en.visitor.result } as const;

/**
 * @param host of the site, which makes the event's name unique: a later file replaces the earlier one
 * @param now when the file is made
 */
export function calendarFile(
  { visit, site }: SeenByLink,
  { lang, host, now }: { readonly lang: Language; readonly host: string; readonly now: Date },
): { fileName: string; content: string } {
  const { reserveNo, startAt, endAt, placeName, placeEnName } = visit;
  const { calendarTitle, calendarText } = texts[lang];
  const calendar = ical({
    prodId: { company: "Visitor reservation", product: "Visits", language: lang.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${reserveNo}@${host}`,
    stamp: now,
    start: startAt,
    end: endAt,
    summary: fillText(calendarTitle, { company: companyOf(site, lang) }),
    description: fillText(calendarText, {
      reserveNo,
      host: inLanguage(lang, visit.hostName, visit.hostEnName),
    }),
    location: placeName === null ? null : inLanguage(lang, placeName, placeEnName ?? ""),
  });
  return { fileName: `${reserveNo}.ics`, content: calendar.toString() };
}
