/**
 * An outbox: messages are written in the transaction of what causes them and sent by a job afterwards. What is
 * rolled back is never sent, and what is committed is sent even if the process dies (docs/behaviour.md, "Messages").
 */

import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import type { QueryBuilder } from "objection";
import { afterCommit, announce, noteMessages } from "#api/live/changes.ts";
import { type MessageKind, maxAttempts, type TemplateEvent } from "#contract/messages/sms.ts";
import { finishedText, sentBytes, smsKind } from "#contract/messages/sms-text.ts";
import { databaseState } from "#db/connection.ts";
import { SmsMessage } from "#db/models/sms-message.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { type Draft, dueAt, type Messaging, valuesOf } from "./drafts.ts";
import { withinNumbers } from "./public-limits.ts";
import { insertMessages, type MessageToInsert } from "./queries/outbox.ts";
import { type MessageSubject, messageSubjects } from "./subjects.ts";
import { readTemplate, type Template } from "./templates.ts";
import { visitorDestinations, withCalendars } from "./visitor-messages.ts";

/** By what the pools of a database share with their transactions. */
const workers = new WeakMap<object, () => void>();

/** From now on `wake` is called after each commit of this process that wrote messages. @returns how to stop that */
export function onMessages(db: Knex, wake: () => void): () => void {
  const state = databaseState(db);
  workers.set(state, wake);
  return () => {
    if (workers.get(state) === wake) workers.delete(state);
  };
}

/** Wakes the worker that sends messages, if this process has one, once the transaction is committed. */
export function notifyWorkers(trx: Knex.Transaction): void {
  const wake = workers.get(databaseState(trx));
  if (wake) afterCommit(trx, wake);
}

function kindOf({ email, origin }: Draft, text: string): MessageKind {
  if (email !== undefined) return "email";
  return origin === undefined ? smsKind(sentBytes(text)) : "lms";
}

/** The row of a message, with its number or address encrypted. */
function rowOf(draft: Draft, { cipher, now }: Pick<Messaging, "cipher" | "now">): MessageToInsert {
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
    maxAttempts,
    nextAttemptAt: draft.dueAt ?? now,
    createdAt: now,
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
  const ids = await insertMessages(
    trx,
    drafts.map((draft) => rowOf(draft, { cipher, now })),
  );
  announce(trx);
  notifyWorkers(trx);
  return ids;
}

/** Withdraws messages that were not sent yet, and says for which of them open consoles read again. */
async function withdrawQueued(
  { trx, now }: Pick<Messaging, "trx" | "now">,
  narrow: (queued: QueryBuilder<SmsMessage, number>) => void,
): Promise<void> {
  const withdrawn = await SmsMessage.query(trx)
    .patch({ status: "withdrawn", nextAttemptAt: null, updatedAt: now })
    .where({ status: "queued" })
    .modify(narrow)
    .returning("visitId");
  await noteMessages(
    trx,
    withdrawn.map(({ visitId }) => visitId),
  );
}

/** Withdraws messages to a host who resigned: they would inform a private telephone about visitors. */
export const withdrawFromHost = (at: Pick<Messaging, "trx" | "now">, hostUserId: number): Promise<void> =>
  withdrawQueued(at, (queued) => void queued.where({ hostUserId }));

/** Events that are the host's to know. */
export type HostEvent = Extract<
  TemplateEvent,
  "apply" | "remindHost" | "arriveHost" | "cancelHost" | "changeHost" | "overstayHost"
>;

/** Messages that an event makes obsolete: they are withdrawn where they were not sent yet. */
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
    return visitorDestinations(messaging.cipher, subject, event).map((to) => ({ ...draft, ...to }));
  });
}

/**
 * The visits whose visitors get a message about an event. A correction goes to those who got what it corrects. What
 * visitors of the public site cause does not go to companions without an earlier message: their numbers are unproved.
 */
async function recipientsOf(
  trx: Knex.Transaction,
  event: TemplateEvent,
  visitIds: readonly number[],
  isPublic: boolean,
): Promise<readonly number[]> {
  if (event === "undo") return visitsWithSentDecision(trx, visitIds);
  return isPublic && event !== "approve" ? withoutUnwrittenCompanions(trx, visitIds) : visitIds;
}

/** Of a message that has reached its receiver, or may have. */
const mayHaveArrived = ["sending", "sent", "kept", "unknown"] as const;

/** Those of some visits without companions named by a visitor to whom no message has gone out. */
async function withoutUnwrittenCompanions(
  trx: Knex.Transaction,
  visitIds: readonly number[],
): Promise<number[]> {
  const visits = await Visit.query(trx)
    .select("id", "leaderId", "origin")
    .whereIn("id", visitIds)
    .orderBy("id");
  const written = await SmsMessage.query(trx)
    .distinct("visitId")
    .whereIn("visitId", visitIds)
    .whereNull("hostUserId")
    .whereIn("status", mayHaveArrived);
  const hasMessage = new Set(written.map(({ visitId }) => visitId));
  return visits
    .filter(({ id, leaderId, origin }) => leaderId === null || origin !== "public" || hasMessage.has(id))
    .map(({ id }) => id);
}

/** Visits whose visitor was sent a decision, or may have been, and no correction since. */
async function visitsWithSentDecision(trx: Knex.Transaction, visitIds: readonly number[]): Promise<number[]> {
  const last = await SmsMessage.query(trx)
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

interface Telling {
  readonly reason?: string;
  /**
   * Whether a visitor of the public site caused it, who need not own the number: then a number gets only some a day, and not
   * everybody hears of it.
   */
  readonly isPublic?: boolean;
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
  { reason, isPublic = false }: Telling = {},
): Promise<number> {
  const { trx } = messaging;
  const obsolete = obsoleteAfter[event];
  if (obsolete)
    await withdrawQueued(messaging, (queued) => {
      queued.whereIn("visitId", visitIds).whereIn("event", obsolete).whereNull("hostUserId");
    });
  const template = await readTemplate(trx, event);
  if (!template.enabled) return 0;
  const subjects = await messageSubjects(trx, await recipientsOf(trx, event, visitIds, isPublic));
  const drafts = draftsFor(messaging, template, subjects, reason);
  const allowed = isPublic ? await withinNumbers(messaging, drafts) : drafts;
  return (await queueMessages(messaging, await withCalendars(trx, event, subjects, allowed))).length;
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
  const drafts = draftsFor(messaging, template, subjects).filter(({ email }) => email !== undefined);
  const allowed = isPublic ? await withinNumbers(messaging, drafts) : drafts;
  await queueMessages(messaging, await withCalendars(trx, "approve", subjects, allowed));
}
