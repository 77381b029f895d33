/** Drafts of messages: destination, language, due time, values of placeholders. */
import type { Knex } from "knex";
import type { CalendarInvitation } from "#api/calendar.ts";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import type { MessageChannel } from "#contract/channel.ts";
import { addDays, fromInstant, toInstant } from "#contract/dates.ts";
import type { MessageEvent } from "#contract/messages/sms.ts";
import { languageOfNumber, type MessagePlaceholder, messageName } from "#contract/messages/sms-text.ts";
import { parsePhone } from "#contract/phone.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { HostMessageSubject } from "./subjects.ts";
import { messageTexts } from "./templates.ts";

/** Settings of the site that messages need. */
type Site = Pick<
  Configuration,
  "timezone" | "quietFrom" | "quietUntil" | "customerCompany" | "enCustomerCompany"
>;

/** Whether a channel is configured; the driver "outbox" only stores messages. */
export const sendsMessages = ({ name }: Pick<Deps["sms"] | Deps["mail"], "name">): boolean =>
  name !== "outbox";

/** The configured channels; both where none is configured, because messages are stored and shown then. */
export function usedChannels({ sms, mail }: Pick<Deps, "sms" | "mail">) {
  const used = { sms: sendsMessages(sms), email: sendsMessages(mail) };
  return used.sms || used.email ? used : { sms: true, email: true };
}

/** Context of queueing messages. */
export interface Messaging extends MessageDeps {
  readonly trx: Knex.Transaction;
  readonly now: Date;
  readonly site: Site;
  /**
   * A visitor of the public site causes the messages, who may not own the number: limits per number and of the whole site apply,
   * and some companions are not notified.
   */
  readonly isPublic?: boolean;
}

/** A number, hyphenated or with a country code, or an e-mail address. */
export type Destination =
  | { readonly cellPhone: string; readonly email?: undefined }
  | { readonly email: string; readonly cellPhone?: undefined };

export type Values = Partial<Record<MessagePlaceholder, string>>;

/** The calendar entry that a message changes; stored with the message's variables. */
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
  /** The recipient, if a host user. */
  readonly hostUserId?: number;
  readonly toName: string;
  readonly event: MessageEvent;
  /** With placeholders. */
  readonly text: string;
  readonly values: Values;
  readonly lang: Language;
  /** The user or API key that sent it manually. */
  readonly sentBy?: number;
  readonly sentByKey?: number;
  /** Origin of an invitation's link, `https://…`; the link itself is created when the message is sent. */
  readonly origin?: string;
  readonly calendar?: WrittenCalendar;
  /** Default: now. */
  readonly dueAt?: Date;
};

/**
 * The destinations of a message by the configured channels, among them by the chosen one, or by the other where that has none.
 * Without a configured channel by the chosen one: the message is stored and shown.
 * @param to `email` is empty where there is none or it bounced
 */
export function destinationsOf(
  to: { readonly cellPhone: string; readonly email: string },
  channel: MessageChannel,
  { sms, mail }: Pick<MessageDeps, "sms" | "mail">,
): Destination[] {
  const number = parsePhone(to.cellPhone);
  const byNumber = number === undefined ? [] : [{ cellPhone: number }];
  const byEmail = to.email === "" ? [] : [{ email: to.email }];
  const used = usedChannels({ sms, mail });
  const sent = [...(used.sms ? byNumber : []), ...(used.email ? byEmail : [])];
  const possible: Destination[] = sent.length > 0 ? sent : [...byNumber, ...byEmail];
  const chosen = possible.filter(
    ({ email }) => channel === "both" || (email !== undefined) === (channel === "email"),
  );
  return chosen.length > 0 ? chosen : possible;
}

/** The language of a message: the one chosen, else that of the number's country. */
export const languageTo = ({ cellPhone }: Destination, chosen: Language | null): Language =>
  chosen ?? (cellPhone === undefined ? "ko" : languageOfNumber(cellPhone));

/** When to send a message about a visit: after quiet hours, unless the visit has begun by then. */
export function dueAt({ now, site }: Pick<Messaging, "now" | "site">, startAt: Date): Date {
  const { timezone, quietFrom, quietUntil } = site;
  if (quietFrom === "") return now;
  const wallTime = fromInstant(now, timezone);
  const [day, time] = [wallTime.slice(0, 10), wallTime.slice(11)];
  const isOverMidnight = quietFrom > quietUntil;
  const isEvening = time >= quietFrom && (isOverMidnight || time < quietUntil);
  const isMorning = isOverMidnight && time < quietUntil;
  if (!isEvening && !isMorning) return now;
  const end = toInstant(`${isEvening && isOverMidnight ? addDays(day, 1) : day} ${quietUntil}`, timezone);
  return startAt > end ? end : now;
}

/** The site's name in a message. */
export const companyOf = (
  site: Pick<Site, "customerCompany" | "enCustomerCompany">,
  lang: Language,
): string => inLanguage(lang, site.customerCompany, site.enCustomerCompany);

/** Values of a visit's placeholders in a language. */
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
