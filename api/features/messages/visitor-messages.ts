/** Messages to visitors, their destinations and calendar entries (docs/decisions/messages/e-mail.md). */
import type { Knex } from "knex";
import type { MessageDeps } from "#api/deps.ts";
import type { TemplateEvent } from "#contract/messages/sms.ts";
import { decryptEmail, decryptedOrEmpty, emailOwner, type FieldCipher } from "#db/field-cipher.ts";
import { Message } from "#db/models/message.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { VisitEmail } from "#db/models/visits/visit-email.ts";
import {
  calendarOf,
  type Destination,
  type Draft,
  destinationsOf,
  dueAt,
  type Messaging,
  sendsMessages,
  valuesOf,
  type WrittenCalendar,
} from "./drafts.ts";
import type { HostEvent } from "./host-messages.ts";
import { applyNumberLimits, queueMessages, withdrawQueued } from "./queue.ts";
import { type MessageSubject, messageSubjects } from "./subjects.ts";
import { readTemplate, type Template } from "./templates.ts";

/** The visitor's address where it can be decrypted and has not bounced; else "". */
export const addressOf = (cipher: FieldCipher, subject: MessageSubject): string =>
  subject.emailBounced ? "" : decryptedOrEmpty(decryptEmail(cipher, subject));

/** Stores or replaces a visit's e-mail address; "" deletes it. Keeps the chosen channel. */
export async function storeVisitEmail(
  trx: Knex.Transaction,
  cipher: FieldCipher,
  { visitId, email }: { readonly visitId: number; readonly email: string },
): Promise<void> {
  if (email === "") {
    await VisitEmail.query(trx).delete().where({ visitId });
    return;
  }
  // Calendar sequence numbers continue where an address was deleted and another one is entered.
  const sent = await Message.query(trx).select("variables").where({ visitId, kind: "email" });
  const sequences = sent.flatMap(({ variables }) => calendarOf(variables)?.sequence ?? []);
  const columns = { ...cipher.encryptContact(email, emailOwner(visitId)), bouncedAt: null };
  await VisitEmail.query(trx)
    .insert({ visitId, ...columns, invitations: Math.max(-1, ...sequences) + 1 })
    .onConflict("visitId")
    .merge(columns);
}

/** Counts one more calendar message of some visits. @returns the iCalendar SEQUENCE by visit id */
export async function nextInvitations(
  trx: Knex.Transaction,
  visitIds: readonly number[],
): Promise<Map<number, number>> {
  const counted = await VisitEmail.query(trx)
    .increment("invitations", 1)
    .whereIn("visitId", visitIds)
    .returning(["visitId", "invitations"]);
  return new Map(counted.map(({ visitId, invitations }) => [visitId, invitations - 1]));
}

/** The effect of an event on the visitor's calendar entry; an entry that was never sent is not cancelled. */
function calendarMethod(
  event: TemplateEvent | "manual",
  { statusCode, invitations }: MessageSubject,
): WrittenCalendar["method"] | undefined {
  if (event === "approve" || event === "change") return statusCode === "approved" ? "REQUEST" : undefined;
  const ends = event === "cancel" || event === "reject" || event === "undo";
  return ends && (invitations ?? 0) > 0 ? "CANCEL" : undefined;
}

/**
 * The destinations of a visitor's messages: by the channel that they chose by their link, else by text message. Without a
 * choice, calendar entries also go to the e-mail address. Changes follow a sent invitation whatever the choice.
 */
export function visitorDestinations(
  { cipher, sms, mail }: MessageDeps,
  subject: MessageSubject,
  event: TemplateEvent | "manual",
): Destination[] {
  const cellPhone = decryptedOrEmpty(cipher.decryptContact(subject, subject.reserveNo));
  const email = addressOf(cipher, subject);
  const to = destinationsOf({ cellPhone, email }, subject.channel ?? "sms", { sms, mail });
  const isMailed = to.some((one) => one.email !== undefined);
  const isFollowed = subject.channel === null || (subject.invitations ?? 0) > 0;
  // An e-mail that is only stored is of no use next to a text message that is sent.
  const isUseful = email !== "" && !isMailed && (sendsMessages(mail) || !sendsMessages(sms));
  return isUseful && isFollowed && calendarMethod(event, subject) ? [...to, { email }] : to;
}

/** Adds calendar entries to e-mails, each with the next sequence number of its visit. */
async function withCalendars(
  trx: Knex.Transaction,
  event: TemplateEvent,
  subjects: readonly MessageSubject[],
  drafts: readonly Draft[],
): Promise<Draft[]> {
  const mailed = new Set(drafts.flatMap(({ email, visitId }) => (email === undefined ? [] : visitId)));
  const entries = subjects.flatMap((subject) => {
    const method = mailed.has(subject.id) ? calendarMethod(event, subject) : undefined;
    return method ? [{ ...subject, method }] : [];
  });
  if (entries.length === 0) return [...drafts];
  const sequences = await nextInvitations(
    trx,
    entries.map(({ id }) => id),
  );
  return drafts.map((draft) => {
    const entry = draft.email === undefined ? undefined : entries.find(({ id }) => id === draft.visitId);
    if (!entry) return draft;
    const { id, method, startAt, endAt } = entry;
    const sequence = sequences.get(id) ?? 0;
    return {
      ...draft,
      calendar: { method, sequence, start: startAt.toISOString(), end: endAt.toISOString() },
    };
  });
}

/** Messages that an event makes obsolete; unsent ones are withdrawn. */
const obsoleteAfter: Partial<Record<TemplateEvent, readonly TemplateEvent[]>> = {
  approve: ["undo"],
  reject: ["undo"],
  undo: ["approve", "reject", "dayBefore"],
  change: ["dayBefore"],
  cancel: ["approve", "reject", "change", "undo", "dayBefore"],
};

function draftsFor(
  messaging: Messaging,
  { event, texts }: Template,
  subjects: readonly MessageSubject[],
  reason?: string,
): Draft[] {
  return subjects.flatMap((subject) => {
    const { id: visitId, name: toName, lang } = subject;
    const values = valuesOf(subject, lang, messaging.site, reason);
    const at = { dueAt: dueAt(messaging, subject.startAt) };
    const draft = { visitId, toName, event, text: texts[lang], values, lang, ...at };
    return visitorDestinations(messaging, subject, event).map((to) => ({ ...draft, ...to }));
  });
}

/**
 * The visits whose visitors get a message about an event. A correction goes to visitors who got what it corrects. Messages caused
 * by visitors of the public site do not go to companions without an earlier message, whose numbers are unverified.
 */
async function recipientsOf(
  trx: Knex.Transaction,
  event: TemplateEvent,
  visitIds: readonly number[],
  isPublic: boolean,
): Promise<readonly number[]> {
  if (event === "undo") return visitsWithSentDecision(trx, visitIds);
  return isPublic && event !== "approve" ? withoutUnnotifiedCompanions(trx, visitIds) : visitIds;
}

/** Statuses of messages that arrived, or may have. */
const mayHaveArrived = ["sending", "sent", "kept", "unknown"] as const;

/** Removes companions who were named by a visitor and have got no message yet. */
async function withoutUnnotifiedCompanions(
  trx: Knex.Transaction,
  visitIds: readonly number[],
): Promise<number[]> {
  const visits = await Visit.query(trx)
    .select("id", "leaderId", "origin")
    .whereIn("id", visitIds)
    .orderBy("id");
  const written = await Message.query(trx)
    .distinct("visitId")
    .whereIn("visitId", visitIds)
    .whereNull("hostUserId")
    .whereIn("status", mayHaveArrived);
  const hasMessage = new Set(written.map(({ visitId }) => visitId));
  return visits
    .filter(({ id, leaderId, origin }) => leaderId === null || origin !== "public" || hasMessage.has(id))
    .map(({ id }) => id);
}

/** Visits whose visitor got a decision, or may have, and no correction since. */
async function visitsWithSentDecision(trx: Knex.Transaction, visitIds: readonly number[]): Promise<number[]> {
  const last = await Message.query(trx)
    .distinctOn("visitId")
    .select("visitId", "event")
    .whereIn("visitId", visitIds)
    .whereIn("event", ["approve", "reject", "undo"])
    .whereNull("hostUserId")
    .whereIn("status", mayHaveArrived)
    .orderBy("visitId")
    .orderBy("id", "desc");
  return last.flatMap(({ visitId, event }) => (visitId === null || event === "undo" ? [] : [visitId]));
}

type VisitorEvent = Exclude<TemplateEvent, HostEvent>;

/**
 * Notifies visitors in the language of their visit. Withdraws obsolete unsent messages first, also where the event is switched
 * off. A correction only goes to visitors who got what it corrects.
 * @returns how many messages were queued
 */
export async function notifyVisitors(
  messaging: Messaging,
  event: VisitorEvent,
  visitIds: readonly number[],
  { reason }: { readonly reason?: string } = {},
): Promise<number> {
  const { trx, isPublic = false } = messaging;
  const obsolete = obsoleteAfter[event];
  if (obsolete)
    await withdrawQueued(messaging, (queued) => {
      queued.whereIn("visitId", visitIds).whereIn("event", obsolete).whereNull("hostUserId");
    });
  const template = await readTemplate(trx, event);
  if (!template.enabled) return 0;
  const subjects = await messageSubjects(trx, await recipientsOf(trx, event, visitIds, isPublic));
  const drafts = draftsFor(messaging, template, subjects, reason);
  const allowed = isPublic ? await applyNumberLimits(messaging, drafts) : drafts;
  return (await queueMessages(messaging, await withCalendars(trx, event, subjects, allowed))).length;
}

/** Sends an approved visit's invitation to an e-mail address that was entered after the approval. */
export async function inviteByEmail(messaging: Messaging, visitId: number): Promise<void> {
  const { trx, isPublic = false } = messaging;
  const template = await readTemplate(trx, "approve");
  if (!template.enabled) return;
  const found = await messageSubjects(trx, [visitId]);
  const subjects = found.filter(({ statusCode }) => statusCode === "approved");
  const drafts = draftsFor(messaging, template, subjects).filter(({ email }) => email !== undefined);
  const allowed = isPublic ? await applyNumberLimits(messaging, drafts) : drafts;
  await queueMessages(messaging, await withCalendars(trx, "approve", subjects, allowed));
}
