/** Messages to the staff: hosts, their deputies, and the desk. */
import type { TemplateEvent } from "#contract/messages/sms.ts";
import { fillText } from "#contract/messages/sms-text.ts";
import {
  companyOf,
  type Draft,
  destinationsOf,
  dueAt,
  languageTo,
  type Messaging,
  valuesOf,
} from "./drafts.ts";
import { queueMessages, withinHost } from "./queue.ts";
import {
  type HostMessageSubject,
  type MessagedStaff,
  type MessageHost,
  type MessageSubject,
  messageHost,
  messageSubjects,
} from "./subjects.ts";
import { messageTexts, readTemplate, type Template } from "./templates.ts";

/** Events that are the host's to know. */
export type HostEvent = Extract<
  TemplateEvent,
  "apply" | "remindHost" | "arriveHost" | "cancelHost" | "changeHost" | "overstayHost"
>;

/** Of all others a host gets only some an hour, and one for all of a party. */
const singleEvents: readonly HostEvent[] = ["apply", "remindHost"];

/**
 * A message to a member of staff about a visit, by each channel that they chose.
 * @param others how many more visits it stands for
 */
export function staffDrafts(
  messaging: Messaging,
  { event, texts }: Template,
  subject: HostMessageSubject,
  person: MessagedStaff,
  others = 0,
): Draft[] {
  const { id: hostUserId, name: toName } = person;
  return destinationsOf(person, person.channel).map((destination) => {
    const lang = languageTo(destination, destination.email === undefined ? null : person.lang);
    const values = valuesOf(subject, lang, messaging.site);
    const all = { name: values.name ?? "", count: String(others) };
    if (others > 0) values.name = fillText(messageTexts[lang].andOthers, all);
    const at = { visitId: subject.id, dueAt: dueAt(messaging, subject.startAt) };
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

/**
 * Messages to hosts, and to the deputies of those who are away.
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
    .flatMap((subject) => {
      const deputies = (subject.deputies ?? []).map(({ deputyId: id, ...deputy }) => ({ id, ...deputy }));
      const people = to ? [staffOf(to)] : [staffOf(subject), ...deputies];
      return people.flatMap((person) =>
        staffDrafts(messaging, template, subject, person, others?.get(subject.id)),
      );
    });

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

export const summaryOf = (
  { site }: Pick<Messaging, "site">,
  draft: Draft,
  event: "applyMany" | "noticeMany",
): Draft => ({
  ...draft,
  event,
  visitId: null,
  text: messageTexts[draft.lang][event],
  values: { company: companyOf(site, draft.lang) },
});

/** Beyond an hourly limit a member of staff gets one message that stands for all further ones. */
export async function withinHosts(messaging: Messaging, drafts: readonly Draft[]): Promise<Draft[]> {
  const within: Draft[] = [];
  // In one order, so that two who tell the same hosts do not wait for each other in a ring.
  const hosts = [...new Set(drafts.flatMap(({ hostUserId }) => hostUserId ?? []))].sort((a, b) => a - b);
  for (const host of hosts) {
    const own = drafts.filter(({ hostUserId }) => hostUserId === host);
    const allowed = await withinHost(messaging, host, "hostNotice");
    if (allowed === "yes") within.push(...own);
    if (allowed === "summary") within.push(...own.map((draft) => summaryOf(messaging, draft, "noticeMany")));
  }
  return within;
}

/**
 * Notifies the hosts of some visits, by the way that each chose; of a request also the deputies of a host who is away.
 * @returns how many messages were queued
 */
export async function notifyHosts(
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

/** Notifies the former host of visits that have another host now. */
export async function notifyFormerHost(
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

/**
 * Notifies the host of a request from the public site, and deputies of a host who is away. Beyond some an hour one
 * message stands for all further ones.
 */
export async function notifyOfRequest(
  messaging: Messaging,
  template: Template,
  subject: HostMessageSubject,
): Promise<void> {
  const drafts = template.enabled ? hostDraftsFor(messaging, template, [subject]) : [];
  if (drafts.length === 0) return;
  const allowed = await withinHost(messaging, subject.hostId, "host");
  if (allowed === "yes") await queueMessages(messaging, drafts);
  if (allowed === "summary")
    await queueMessages(
      messaging,
      drafts.map((draft) => summaryOf(messaging, draft, "applyMany")),
    );
}
