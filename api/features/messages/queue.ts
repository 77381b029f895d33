/**
 * Transactional outbox: messages are written in the transaction that causes them, and sent by a worker after its commit, even
 * if the process dies (docs/behaviour.md, "Messages").
 */

import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import type { QueryBuilder } from "objection";
import { afterCommit, announce, publishMessageChanges } from "#api/live/changes.ts";
import { type MessageKind, maxAttempts } from "#contract/messages/sms.ts";
import { finishedText, sentBytes, smsKind } from "#contract/messages/sms-text.ts";
import { databaseState } from "#db/connection.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { Message } from "#db/models/message.ts";
import type { Destination, Draft, Messaging } from "./drafts.ts";
import { countMessage, insertMessages, type MessageToInsert } from "./queries/outbox.ts";

export { countMessage, type MessageLimit } from "./queries/outbox.ts";

/** By the state that a database's pools and transactions share. */
const workers = new WeakMap<object, () => void>();

/** Calls `wake` after each commit of this process that wrote messages. @returns stops it */
export function onQueuedMessages(db: Knex, wake: () => void): () => void {
  const state = databaseState(db);
  workers.set(state, wake);
  return () => {
    if (workers.get(state) === wake) workers.delete(state);
  };
}

/** Wakes this process's delivery worker, if any, after the commit. */
export function notifyWorkers(trx: Knex.Transaction): void {
  const wake = workers.get(databaseState(trx));
  if (wake) afterCommit(trx, wake);
}

function kindOf({ email, origin }: Draft, text: string): MessageKind {
  if (email !== undefined) return "email";
  return origin === undefined ? smsKind(sentBytes(text)) : "lms";
}

/** The row of a message, with its number or address encrypted. */
function rowOf(
  draft: Draft,
  { cipher, now, isPublic = false }: Pick<Messaging, "cipher" | "now" | "isPublic">,
): MessageToInsert {
  const ref = randomUUID();
  const text = finishedText(draft.text, draft.values);
  return {
    ref,
    visitId: draft.visitId,
    hostUserId: draft.hostUserId ?? null,
    toName: draft.toName,
    ...cipher.encryptContact(draft.email ?? draft.cellPhone, ref),
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
    isPublic,
    maxAttempts,
    nextAttemptAt: draft.dueAt ?? now,
    createdAt: now,
  };
}

/**
 * Queues messages, which are sent after the commit.
 * @returns ids in the order of the drafts
 */
export async function queueMessages(
  { trx, ...messaging }: Pick<Messaging, "trx" | "cipher" | "now" | "isPublic">,
  drafts: readonly Draft[],
): Promise<number[]> {
  if (drafts.length === 0) return [];
  const ids = await insertMessages(
    trx,
    drafts.map((draft) => rowOf(draft, messaging)),
  );
  announce(trx);
  notifyWorkers(trx);
  return ids;
}

/** Withdraws queued messages, and publishes the change. */
export async function withdrawQueued(
  { trx, now }: Pick<Messaging, "trx" | "now">,
  narrow: (queued: QueryBuilder<Message, number>) => void,
): Promise<void> {
  const withdrawn = await Message.query(trx)
    .patch({ status: "withdrawn", nextAttemptAt: null, updatedAt: now })
    .where({ status: "queued" })
    .modify(narrow)
    .returning("visitId");
  await publishMessageChanges(
    trx,
    withdrawn.map(({ visitId }) => visitId),
  );
}

const hour = 3_600_000;

/**
 * Limits of messages that visitors of the public site cause, because the numbers they enter are unverified
 * (docs/decisions/messages/notices.md).
 */
const messageLimits = {
  number: { max: 3, ms: 24 * hour },
  host: { max: 20, ms: hour },
  hostNotice: { max: 10, ms: hour },
  lookupCode: { max: 10, ms: 24 * hour },
  submitCode: { max: 5, ms: 24 * hour },
} as const;

const keyOf = (cipher: FieldCipher, cellPhone: string): string =>
  (cipher.hashes(cellPhone)[0] as Buffer).toString("hex");

/** The messages within the limits of their numbers and addresses. */
export async function applyNumberLimits<T extends Destination>(
  { trx, cipher, now }: Pick<Messaging, "trx" | "cipher" | "now">,
  messages: readonly T[],
): Promise<T[]> {
  const keyed = messages.map((message) => ({
    message,
    // E-mail addresses are not case-sensitive in practice.
    key: keyOf(cipher, message.email?.toLowerCase() ?? message.cellPhone ?? ""),
  }));
  const { max, ms } = messageLimits.number;
  const limit = { max, now, until: new Date(now.getTime() + ms) };
  const within: T[] = [];
  // Sorted, so that concurrent transactions with the same numbers do not deadlock.
  for (const { message, key } of keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if ((await countMessage(trx, { purpose: "number", key, ...limit })) !== undefined) within.push(message);
  }
  return within;
}

/** Whether a host gets one more message: "yes", as the summary of all further ones, or "no". */
export async function checkHostLimit(
  { trx, now }: Pick<Messaging, "trx" | "now">,
  hostUserId: number,
  purpose: "host" | "hostNotice",
): Promise<"yes" | "summary" | "no"> {
  const { max, ms } = messageLimits[purpose];
  const until = new Date(now.getTime() + ms);
  const used = await countMessage(trx, { purpose, key: String(hostUserId), max: max + 1, until, now });
  if (used === undefined) return "no";
  return used > max ? "summary" : "yes";
}

/** The limit of codes to a number. */
export const codeLimit = (
  purpose: "lookupCode" | "submitCode",
  { cipher, now }: { readonly cipher: FieldCipher; readonly now: Date },
  cellPhone: string,
) => ({
  purpose,
  key: keyOf(cipher, cellPhone),
  max: messageLimits[purpose].max,
  until: new Date(now.getTime() + messageLimits[purpose].ms),
});
