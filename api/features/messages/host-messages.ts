/** Messages to hosts, their deputies and the desk. */
import type { Deps, MessageDeps } from "#api/deps.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { TemplateEvent } from "#contract/messages/sms.ts";
import { fillText } from "#contract/messages/sms-text.ts";
import { Visit } from "#db/models/visits/visit.ts";
import {
  companyOf,
  type Draft,
  destinationsOf,
  dueAt,
  languageTo,
  type Messaging,
  valuesOf,
} from "./drafts.ts";
import { checkHostLimit, queueMessages } from "./queue.ts";
import {
  type HostMessageSubject,
  type MessagedStaff,
  type MessageHost,
  type MessageSubject,
  messageHost,
  messageSubjects,
} from "./subjects.ts";
import { messageTexts, readTemplate, type Template } from "./templates.ts";

/** Events of which hosts are notified. */
export type HostEvent = Extract<
  TemplateEvent,
  "apply" | "remindHost" | "arriveHost" | "cancelHost" | "changeHost" | "overstayHost"
>;

/** One message per visit; other events have an hourly limit and one message per group. */
const singleEvents: readonly HostEvent[] = ["apply", "remindHost"];

/**
 * Drafts of a message to a user about a visit, one for each chosen channel.
 * @param others number of further visits that the message summarises
 */
export function staffDrafts(
  messaging: Messaging,
  { event, texts }: Template,
  subject: HostMessageSubject,
  person: MessagedStaff,
  others = 0,
): Draft[] {
  const { id: hostUserId, name: toName } = person;
  return destinationsOf(person, person.channel, messaging).map((destination) => {
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
 * Drafts of messages to hosts, and to the deputies of those who are away.
 * @param others number of further visits that a message summarises, by visit id
 * @param to the recipient, if not the visit's host
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

/** Groups visits for one message per host, which names the first visit and the number of others. */
function groupByHost(subjects: readonly MessageSubject[]) {
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

/** Applies the hourly limit of each recipient: above it, one summary replaces all further messages. */
export async function applyHostLimits(messaging: Messaging, drafts: readonly Draft[]): Promise<Draft[]> {
  const within: Draft[] = [];
  // Sorted, so that concurrent transactions for the same hosts do not deadlock.
  const hosts = [...new Set(drafts.flatMap(({ hostUserId }) => hostUserId ?? []))].sort((a, b) => a - b);
  for (const host of hosts) {
    const own = drafts.filter(({ hostUserId }) => hostUserId === host);
    const allowed = await checkHostLimit(messaging, host, "hostNotice");
    if (allowed === "yes") within.push(...own);
    if (allowed === "summary") within.push(...own.map((draft) => summaryOf(messaging, draft, "noticeMany")));
  }
  return within;
}

/**
 * Notifies the hosts of some visits by their chosen channels; of a request also the deputies of a host who is away.
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
  const { subjects, others } = groupByHost(found);
  const drafts = hostDraftsFor(messaging, template, subjects, { others });
  return (await queueMessages(messaging, await applyHostLimits(messaging, drafts))).length;
}

/**
 * Notifies the hosts of visitors who entered, after the issue of the passes, so that the desk does not wait for it. Those who
 * entered at the same instant are one party. Safe to run concurrently.
 */
export async function notifyOfArrivals(
  deps: MessageDeps & Pick<Deps, "db" | "clock" | "log">,
): Promise<void> {
  const pending = { statusCode: "entered", arrivalPending: true } as const;
  const parties = await Visit.query(deps.db)
    .distinct("enteredAt")
    .where(pending)
    .whereNull("hiddenAt")
    .orderBy("enteredAt");
  const notify = (enteredAt: Date | null) =>
    deps.db.transaction(async (trx) => {
      // A locked visit waits for the next run.
      const party = Visit.query(trx)
        .select("id")
        .where({ ...pending, enteredAt })
        .whereNull("hiddenAt");
      const entered = await Visit.query(trx)
        .patch({ arrivalPending: false })
        .whereIn("id", party.forNoKeyUpdate().skipLocked())
        .returning("id");
      const messaging = { ...deps, trx, now: deps.clock(), site: await readConfiguration(trx) };
      const ids = entered.map(({ id }) => id);
      if (ids.length > 0) await notifyHosts(messaging, "arriveHost", ids);
    });
  // One that fails does not keep the others waiting.
  for (const { enteredAt } of parties)
    await notify(enteredAt).catch((err) => deps.log.error({ err }, "a host was not notified of an arrival"));
}

/** Notifies the former host of visits that were reassigned. */
export async function notifyFormerHost(
  messaging: Messaging,
  host: number,
  visitIds: readonly number[],
): Promise<void> {
  const { trx } = messaging;
  const template = await readTemplate(trx, "changeHost");
  const to = template.enabled ? await messageHost(trx, host) : undefined;
  if (!to) return;
  const { subjects, others } = groupByHost(await messageSubjects(trx, visitIds));
  const drafts = hostDraftsFor(messaging, template, subjects, { others, to });
  await queueMessages(messaging, await applyHostLimits(messaging, drafts));
}

/**
 * Notifies the host of a request from the public site, and the deputies of a host who is away. Above an hourly limit, one
 * summary replaces all further messages.
 */
export async function notifyOfRequest(
  messaging: Messaging,
  template: Template,
  subject: HostMessageSubject,
): Promise<void> {
  const drafts = template.enabled ? hostDraftsFor(messaging, template, [subject]) : [];
  if (drafts.length === 0) return;
  const allowed = await checkHostLimit(messaging, subject.hostId, "host");
  if (allowed === "yes") await queueMessages(messaging, drafts);
  if (allowed === "summary")
    await queueMessages(
      messaging,
      drafts.map((draft) => summaryOf(messaging, draft, "applyMany")),
    );
}
