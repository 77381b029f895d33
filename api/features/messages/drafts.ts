/** How a message is written: where it goes, in which language, when, and what its placeholders stand for. */
import type { Knex } from "knex";
import type { CalendarInvitation } from "#api/calendar.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import type { MessageChannel } from "#contract/channel.ts";
import { addDays, fromInstant, toInstant } from "#contract/dates.ts";
import type { MessageEvent } from "#contract/messages/sms.ts";
import { languageOfNumber, type MessagePlaceholder, messageName } from "#contract/messages/sms-text.ts";
import { parsePhone } from "#contract/phone.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { HostMessageSubject } from "./subjects.ts";
import { messageTexts } from "./templates.ts";

/** The site, as messages name it and its quiet hours have it. */
type Site = Pick<
  Configuration,
  "timezone" | "quietFrom" | "quietUntil" | "customerCompany" | "enCustomerCompany"
>;

/** What queueing messages needs. */
export interface Messaging {
  readonly trx: Knex.Transaction;
  readonly cipher: FieldCipher;
  readonly now: Date;
  readonly site: Site;
}

/** Where a message goes: a number, hyphenated or with its country's code, or an address of e-mail. */
export type Destination =
  | { readonly cellPhone: string; readonly email?: undefined }
  | { readonly email: string; readonly cellPhone?: undefined };

export type Values = Partial<Record<MessagePlaceholder, string>>;

/** The entry in a receiver's calendar as a message is to change it; kept with the message's variables. */
export interface WrittenCalendar {
  readonly method: CalendarInvitation["method"];
  readonly sequence: number;
  /** ISO, UTC. */
  readonly start: string;
  readonly end: string;
}

/** @returns undefined where the message changes no calendar */
export const calendarOf = ({ calendar }: Readonly<Record<string, string>>): WrittenCalendar | undefined =>
  calendar === undefined ? undefined : JSON.parse(calendar);

/** A message to be queued. */
export type Draft = Destination & {
  readonly visitId: number | null;
  /** The host it is for. */
  readonly hostUserId?: number;
  readonly toName: string;
  readonly event: MessageEvent;
  /** With its placeholders. */
  readonly text: string;
  readonly values: Values;
  readonly lang: Language;
  /** The member of staff, or the key, that sent it by hand. */
  readonly sentBy?: number;
  readonly sentByKey?: number;
  /** Where an invitation's link begins, `https://…`; the link itself is made when it is handed over. */
  readonly origin?: string;
  readonly calendar?: WrittenCalendar;
  /** When it goes out; at once where it is left out. */
  readonly dueAt?: Date;
};

/**
 * The destinations of a message: by the channel that was chosen, or by the other where it has no destination.
 * @param to.email empty where there is none, or where it bounced
 */
export function destinationsOf(
  to: { readonly cellPhone: string; readonly email: string },
  channel: MessageChannel,
): Destination[] {
  const number = parsePhone(to.cellPhone);
  const byNumber = number === undefined ? [] : [{ cellPhone: number }];
  const byEmail = to.email === "" ? [] : [{ email: to.email }];
  if (channel === "both") return [...byNumber, ...byEmail];
  const [chosen, other] = channel === "email" ? [byEmail, byNumber] : [byNumber, byEmail];
  return chosen.length > 0 ? chosen : other;
}

/** The language of a message: the one chosen, else that of the number's country. */
export const languageTo = ({ cellPhone }: Destination, chosen: Language | null): Language =>
  chosen ?? (cellPhone === undefined ? "ko" : languageOfNumber(cellPhone));

/** When the quiet hours of an instant end; undefined where it is in none. */
function quietEnd(now: Date, { timezone, quietFrom, quietUntil }: Site): Date | undefined {
  if (quietFrom === "") return undefined;
  const wall = fromInstant(now, timezone);
  const [day, time] = [wall.slice(0, 10), wall.slice(11)];
  const isOverMidnight = quietFrom > quietUntil;
  const isEvening = time >= quietFrom && (isOverMidnight || time < quietUntil);
  const isMorning = isOverMidnight && time < quietUntil;
  if (!isEvening && !isMorning) return undefined;
  return toInstant(`${isEvening && isOverMidnight ? addDays(day, 1) : day} ${quietUntil}`, timezone);
}

/** When a message about a visit goes out: one that would come too late for its start does not wait. */
export function dueAt({ now, site }: Pick<Messaging, "now" | "site">, startAt: Date): Date {
  const end = quietEnd(now, site);
  return end !== undefined && startAt > end ? end : now;
}

/** The site's name in a message. */
export const companyOf = (
  site: Pick<Site, "customerCompany" | "enCustomerCompany">,
  lang: Language,
): string => inLanguage(lang, site.customerCompany, site.enCustomerCompany);

/** Values of the placeholders for a visit, in a language. */
export function valuesOf(subject: HostMessageSubject, lang: Language, site: Site, reason?: string): Values {
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
