/**
 * An outbox: messages are written in the transaction of what causes them and sent by a job afterwards. What is
 * rolled back is never sent, and what is committed is sent even if the process dies (docs/behaviour.md, "Messages").
 */

import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import type { Language } from "#api/http/language.ts";
import { announce } from "#api/live/changes.ts";
import {
  type MessageEvent,
  type MessageKind,
  maxAttempts,
  type TemplateEvent,
} from "#contract/messages/sms.ts";
import { fillText, finishedText, sentBytes, smsKind } from "#contract/messages/sms-text.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { visitsToldOfDecision, withoutUnwrittenCompanions } from "#db/queries/messages/list.ts";
import {
  type HostMessageSubject,
  type MessagedStaff,
  type MessageHost,
  type MessageSubject,
  messageHost,
  messageSubjects,
} from "#db/queries/messages/subjects.ts";
import { insertMessages, type MessagesWithin, type NewMessage } from "#db/statements/messages.ts";
import { type Destination, destinationsOf, languageTo } from "./destinations.ts";
import { notifyWorkers } from "./notify-workers.ts";
import { hostLimit, withinHost, withinNumbers } from "./public-limits.ts";
import { dueAt, type QuietHours } from "./quiet-hours.ts";
import { messageTexts, readTemplate, type Template } from "./templates.ts";
import { companyOf, type NamedSite, type Values, valuesOf } from "./values.ts";
import { visitorDestinations, type WrittenCalendar, withCalendars } from "./visitor-messages.ts";
import { withdraw } from "./waiting.ts";

/** What queueing messages needs. */
export interface Messaging {
  readonly trx: Knex.Transaction;
  readonly cipher: FieldCipher;
  readonly now: Date;
  readonly site: QuietHours & NamedSite;
}

/** A message to be queued. */
export interface DraftText {
  readonly visitId: number | null;
  /** The host it is for. */
  readonly hostUserId?: number;
  readonly toName: string;
  readonly event: MessageEvent;
  /** With its placeholders. */
  readonly text: string;
  readonly values: Values;
  readonly lang: Language;
  /** Who sent it by hand. */
  readonly sentBy?: number;
  /** The key of another system that did. */
  readonly sentByKey?: number;
  /** Where an invitation's link begins, `https://…`; the link itself is made when it is handed over. */
  readonly origin?: string;
  /** What an e-mail does to the entry in its receiver's calendar. */
  readonly calendar?: WrittenCalendar;
  /** When it goes out; at once where it is left out. */
  readonly dueAt?: Date;
}

export type Draft = DraftText & Destination;

function kindOf({ email, origin }: Draft, text: string): MessageKind {
  if (email !== undefined) return "email";
  return origin === undefined ? smsKind(sentBytes(text)) : "lms";
}

function messageOf(draft: Draft, { cipher, now }: Pick<Messaging, "cipher" | "now">): NewMessage {
  const ref = randomUUID();
  const text = finishedText(draft.text, draft.values);
  return {
    ref,
    visitId: draft.visitId,
    hostUserId: draft.hostUserId ?? null,
    toName: draft.toName,
    ...cipher.seal(draft.email ?? draft.cellPhone, ref),
    kind: kindOf(draft, text),
    event: draft.event,
    text,
    variables: {
      ...draft.values,
      ...(draft.origin !== undefined && { origin: draft.origin }),
      ...(draft.calendar && { calendar: JSON.stringify(draft.calendar) }),
    },
    lang: draft.lang,
    sentBy: draft.sentBy ?? null,
    sentByKey: draft.sentByKey ?? null,
    dueAt: draft.dueAt ?? now,
  };
}

/**
 * Queues messages; they are sent after the transaction is committed.
 * @returns their ids, in the order of the drafts
 */
export async function queueMessages(
  { trx, cipher, now }: Pick<Messaging, "trx" | "cipher" | "now">,
  drafts: readonly Draft[],
): Promise<number[]> {
  if (drafts.length === 0) return [];
  const messages = drafts.map((draft) => messageOf(draft, { cipher, now }));
  const ids = await insertMessages(trx, messages, { maxAttempts, now });
  announce(trx);
  notifyWorkers(trx);
  return ids;
}

/** Events that are the host's to know. */
type HostEvent = Extract<
  TemplateEvent,
  "apply" | "remindHost" | "arriveHost" | "cancelHost" | "changeHost" | "overstayHost"
>;

/** Of all others a host gets only some an hour, and one for all of a party. */
const singleEvents: readonly HostEvent[] = ["apply", "remindHost"];

/** Unsent messages that an event makes obsolete. */
export const overtakes: Partial<Record<TemplateEvent, readonly TemplateEvent[]>> = {
  approve: ["undo"],
  reject: ["undo"],
  undo: ["approve", "reject", "dayBefore"],
  change: ["dayBefore"],
  cancel: ["approve", "reject", "change", "undo", "dayBefore"],
};

function draftsFor(
  { cipher, site, now }: Messaging,
  { event, texts }: Template,
  subjects: readonly MessageSubject[],
  reason: string | undefined,
): Draft[] {
  return subjects.flatMap((subject) => {
    const { id: visitId, name: toName, lang } = subject;
    const values = valuesOf(subject, lang, site, reason);
    const at = { dueAt: dueAt(now, site, subject.startAt) };
    const draft = { visitId, toName, event, text: texts[lang], values, lang, ...at };
    return visitorDestinations(cipher, subject, event).map((to) => ({ ...draft, ...to }));
  });
}

/**
 * Who hears of an event. A correction goes to those who got what it corrects; what strangers cause by themselves to none of their
 * companions whom the site has not written to yet, whose numbers nobody proved.
 */
function toldOf(
  trx: Knex.Transaction,
  event: TemplateEvent,
  visitIds: readonly number[],
  isPublic: boolean,
): Promise<readonly number[]> {
  if (event === "undo") return visitsToldOfDecision(trx, visitIds);
  return isPublic && event !== "approve"
    ? withoutUnwrittenCompanions(trx, visitIds)
    : Promise.resolve(visitIds);
}

type VisitorEvent = Exclude<TemplateEvent, HostEvent>;

interface Telling {
  readonly reason?: string;
  /**
   * Whether somebody caused it on the public site, who need not own the number: then a number gets only some a day, and not
   * everybody hears of it.
   */
  readonly isPublic?: boolean;
}

async function queueForVisitors(
  messaging: Messaging,
  event: VisitorEvent,
  visitIds: readonly number[],
  { reason, isPublic = false }: Telling,
  read: (told: readonly number[]) => Promise<readonly MessageSubject[]>,
): Promise<number> {
  const { trx } = messaging;
  const template = await readTemplate(trx, event);
  if (!template.enabled) return 0;
  const subjects = await read(await toldOf(trx, event, visitIds, isPublic));
  const drafts = draftsFor(messaging, template, subjects, reason);
  const allowed = isPublic ? await withinNumbers(messaging, drafts) : drafts;
  return (await queueMessages(messaging, await withCalendars(trx, event, subjects, allowed))).length;
}

/**
 * Notifies the visitors of some visits who have a number or an address that can be read, each in the language of the visit. Obsolete unsent
 * messages are withdrawn; a correction goes only to those who got what it corrects. Does nothing more where the
 * event is switched off.
 * @returns how many messages were queued
 */
export async function tellVisitors(
  messaging: Messaging,
  event: VisitorEvent,
  visitIds: readonly number[],
  telling: Telling = {},
): Promise<number> {
  const { trx } = messaging;
  await withdraw(messaging, visitIds, overtakes[event] ?? []);
  return queueForVisitors(messaging, event, visitIds, telling, (told) => messageSubjects(trx, told));
}

/**
 * As above, of visits that a transition has moved: it has withdrawn the obsolete messages.
 * @param subjects what it has read of the visits
 */
export async function tellOfTransition(
  messaging: Messaging,
  event: VisitorEvent,
  subjects: readonly MessageSubject[],
  telling: Telling,
): Promise<number> {
  const visitIds = subjects.map(({ id }) => id);
  const read = async (told: readonly number[]) => subjects.filter(({ id }) => told.includes(id));
  return queueForVisitors(messaging, event, visitIds, telling, read);
}

/**
 * Sends an approved visit's invitation to an address that was entered after the approval.
 * @param isPublic as for `tellVisitors`
 */
export async function inviteByEmail(
  messaging: Messaging,
  visitId: number,
  { isPublic = false }: { readonly isPublic?: boolean } = {},
): Promise<void> {
  const { trx } = messaging;
  const template = await readTemplate(trx, "approve");
  if (!template.enabled) return;
  const found = await messageSubjects(trx, [visitId]);
  const subjects = found.filter(({ statusCode }) => statusCode === "approved");
  const drafts = draftsFor(messaging, template, subjects, undefined).filter(
    ({ email }) => email !== undefined,
  );
  const allowed = isPublic ? await withinNumbers(messaging, drafts) : drafts;
  await queueMessages(messaging, await withCalendars(trx, "approve", subjects, allowed));
}

/**
 * A message to somebody of the staff about a visit, by each way that they chose.
 * @param others how many more visits it stands for
 */
export function staffDrafts(
  { site, now }: Messaging,
  { event, texts }: Template,
  subject: HostMessageSubject,
  person: MessagedStaff,
  others = 0,
): Draft[] {
  const { id: hostUserId, name: toName } = person;
  return destinationsOf(person, person.channel).map((destination) => {
    const lang = languageTo(destination, destination.email === undefined ? null : person.lang);
    const values = valuesOf(subject, lang, site);
    const all = { name: values.name ?? "", count: String(others) };
    if (others > 0) values.name = fillText(messageTexts[lang].andOthers, all);
    const at = { visitId: subject.id, dueAt: dueAt(now, site, subject.startAt) };
    return { ...at, hostUserId, toName, ...destination, event, text: texts[lang], values, lang };
  });
}

const staffOf = (host: MessageHost): MessagedStaff => ({
  id: host.hostId,
  name: host.hostName,
  cellPhone: host.hostCellPhone,
  email: host.hostEmail,
  channel: host.hostChannel,
  lang: host.hostLang,
});

/** The host, and whoever stands in for them while they are away. */
const recipientsOf = (subject: HostMessageSubject): MessagedStaff[] => [
  staffOf(subject),
  ...(subject.deputies ?? []).map(({ deputyId: id, ...deputy }) => ({ id, ...deputy })),
];

/**
 * @param others by visit, how many more visits a message stands for
 * @param to who reads it, where that is not the host as the visit has it
 */
const hostDraftsFor = (
  messaging: Messaging,
  template: Template,
  subjects: readonly HostMessageSubject[],
  { others, to }: { others?: ReadonlyMap<number, number>; to?: MessageHost } = {},
): Draft[] =>
  subjects
    .filter((subject) => !(to ?? subject).hostResigned)
    .flatMap((subject) =>
      (to ? [staffOf(to)] : recipientsOf(subject)).flatMap((person) =>
        staffDrafts(messaging, template, subject, person, others?.get(subject.id)),
      ),
    );

/** One message a host for all visits that something happened to at once: it names the first, and how many more. */
function oneOfEach(subjects: readonly MessageSubject[]) {
  const first = new Map<number, MessageSubject>();
  const others = new Map<number, number>();
  for (const subject of subjects) {
    const known = first.get(subject.hostId);
    if (known) others.set(known.id, (others.get(known.id) ?? 0) + 1);
    else first.set(subject.hostId, subject);
  }
  return { subjects: [...first.values()], others };
}

export const summaryOf = ({ site }: Messaging, draft: Draft, event: "applyMany" | "noticeMany"): Draft => ({
  ...draft,
  event,
  visitId: null,
  text: messageTexts[draft.lang][event],
  values: { company: companyOf(site, draft.lang) },
});

/** Beyond some an hour somebody of the staff gets one message that stands for all further ones. */
export async function withinHosts(messaging: Messaging, drafts: readonly Draft[]): Promise<Draft[]> {
  const within: Draft[] = [];
  // In one order, so that two who tell the same hosts do not wait for each other in a ring.
  const hosts = [...new Set(drafts.flatMap(({ hostUserId }) => hostUserId ?? []))].sort((a, b) => a - b);
  for (const host of hosts) {
    const own = drafts.filter(({ hostUserId }) => hostUserId === host);
    const allowed = await withinHost(messaging, host);
    if (allowed === "yes") within.push(...own);
    if (allowed === "summary") within.push(...own.map((draft) => summaryOf(messaging, draft, "noticeMany")));
  }
  return within;
}

/**
 * Notifies the hosts of some visits, by the way that each chose; of a request also the deputies of a host who is away.
 * @returns how many messages were queued
 */
export async function tellHosts(
  messaging: Messaging,
  event: HostEvent,
  visitIds: readonly number[],
): Promise<number> {
  const { trx } = messaging;
  const template = await readTemplate(trx, event);
  if (!template.enabled) return 0;
  const isSingle = singleEvents.includes(event);
  const found = await messageSubjects(trx, visitIds, isSingle ? { awayAt: messaging.now } : {});
  if (isSingle) {
    return (await queueMessages(messaging, hostDraftsFor(messaging, template, found))).length;
  }
  const { subjects, others } = oneOfEach(found);
  const drafts = hostDraftsFor(messaging, template, subjects, { others });
  return (await queueMessages(messaging, await withinHosts(messaging, drafts))).length;
}

/** Tells somebody that visits of theirs are another host's now, as a change of them. */
export async function tellFormerHost(
  messaging: Messaging,
  host: number,
  visitIds: readonly number[],
): Promise<void> {
  const { trx } = messaging;
  const template = await readTemplate(trx, "changeHost");
  const to = template.enabled ? await messageHost(trx, host) : undefined;
  if (!to) return;
  const { subjects, others } = oneOfEach(await messageSubjects(trx, visitIds));
  const drafts = hostDraftsFor(messaging, template, subjects, { others, to });
  await queueMessages(messaging, await withinHosts(messaging, drafts));
}

/** Messages to the host of a visitor's request, and to deputies: written by the statement that stores the visit. */
export interface RequestMessages {
  /** @returns undefined where nobody is to be told */
  about(reserveNo: string): MessagesWithin | undefined;
  /**
   * Has them sent after the commit. Beyond some an hour one message stands for all further ones.
   * @param used how many were counted, these included; null where there are no more
   */
  settle(used: number | null): Promise<void>;
}

/** The visit gets its id from the statement that writes the messages, too. */
const notStored = 0;

/** Messages to the host of a request from the public site, whose number is drawn later. */
export async function requestMessages(
  messaging: Messaging,
  subject: Omit<HostMessageSubject, "id" | "reserveNo">,
): Promise<RequestMessages> {
  const { trx, now } = messaging;
  const template = await readTemplate(trx, "apply");
  const limit = hostLimit(subject.hostId, "host", now);
  let drafts: readonly Draft[] = [];
  return {
    about(reserveNo) {
      if (!template.enabled) return undefined;
      drafts = hostDraftsFor(messaging, template, [{ ...subject, id: notStored, reserveNo }]);
      const messages = drafts.map((draft) => messageOf(draft, messaging));
      return messages.length === 0 ? undefined : { messages, limit, maxAttempts, now };
    },
    async settle(used) {
      if (used === null) return;
      if (used <= limit.full) notifyWorkers(trx);
      else {
        const summaries = drafts.map((draft) => summaryOf(messaging, draft, "applyMany"));
        await queueMessages(messaging, summaries);
      }
    },
  };
}
