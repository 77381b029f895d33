/** Staff send messages to visitors, and retry failed ones (docs/behaviour.md, "Messages"). */
import type { Knex } from "knex";
import {
  type AuthContext,
  actorOf,
  onBehalfOf,
  personOf,
  type Reader,
  reachOf,
} from "#api/auth/auth-context.ts";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { invalid, messageNotRetriable, notFound } from "#api/errors.ts";
import { publishMessageChanges } from "#api/live/changes.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { type MessageSending, type MessagesSent, maxAttempts } from "#contract/messages/sms.ts";
import {
  finishedText,
  languageOfNumber,
  placeholdersOf,
  sentBytes,
  smsKind,
} from "#contract/messages/sms-text.ts";
import { recordOnBehalf } from "#db/caller.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { Message } from "#db/models/message.ts";
import { Accessed, logAccess } from "../access-log/log-access.ts";
import { companyOf, type Draft, type Messaging, valuesOf } from "./drafts.ts";
import { type MessageRow, messageRow } from "./queries/message-rows.ts";
import { notifyWorkers, queueMessages } from "./queue.ts";
import { type MessageSubject, messageSubjects } from "./subjects.ts";
import { readTemplate } from "./templates.ts";
import { visitorDestinations } from "./visitor-messages.ts";

type Recipient = MessageSending["to"][number];

/** Placeholders with values for a number without a visit. */
const numberPlaceholders = ["name", "company"];

interface Sending {
  readonly messaging: Messaging;
  readonly caller: AuthContext;
  /** With placeholders, in both languages. */
  readonly texts: Record<"ko" | "en", string>;
  readonly subjects: ReadonlyMap<number, MessageSubject>;
}

/** A recipient's message, or errors of the recipient. */
function draftFor(
  { messaging, caller, texts, subjects }: Sending,
  { visitID, cellPhone, name = "" }: Recipient,
): Draft | FieldErrors {
  const { site } = messaging;
  const sender = caller.key ? { sentByKey: caller.key.id } : { sentBy: personOf(caller) };
  const manual = { event: "manual", ...sender } as const;
  if (visitID !== undefined) {
    const subject = subjects.get(visitID);
    if (!subject) return { visitID: "recipientUnknown" };
    const [to] = visitorDestinations(messaging, subject, "manual");
    if (!to) return { visitID: subject.cellCipher === null ? "recipientNoNumber" : "recipientUnreadable" };
    const { id: visitId, name: toName, lang } = subject;
    const values = valuesOf(subject, lang, site);
    return { ...manual, visitId, toName, ...to, text: texts[lang], values, lang };
  }
  // A host may write to own visitors only.
  if (cellPhone === undefined || caller.scope === "own") return { cellPhone: "numberNotAllowed" };
  const lang = languageOfNumber(cellPhone);
  const text = texts[lang];
  const named = placeholdersOf(text);
  const unfillable = named.find((placeholder) => !numberPlaceholders.includes(placeholder));
  if (unfillable !== undefined) return { cellPhone: `blankNeedsVisit:{${unfillable}}` as const };
  if (name === "" && named.includes("name")) return { name: "required" };
  const values = { name, company: companyOf(site, lang) };
  return { ...manual, visitId: null, toName: name, cellPhone, text, values, lang };
}

/** Errors of duplicate recipients. */
function duplicateErrors(to: readonly Recipient[]): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string | number>();
  for (const [i, { visitID, cellPhone }] of to.entries()) {
    const key = visitID ?? cellPhone;
    if (key === undefined) continue;
    if (seen.has(key))
      errors[`to.${i}.${visitID === undefined ? "cellPhone" : "visitID"}`] = "recipientTwice";
    seen.add(key);
  }
  return errors;
}

async function textsOf(trx: Knex.Transaction, { text, template }: MessageSending): Promise<Sending["texts"]> {
  if (text !== undefined) return { ko: text, en: text };
  if (!template) throw invalid({ text: "required" });
  // The rejection template needs a reason, which this call does not have.
  if (template === "reject") throw invalid({ template: "invalid" });
  return (await readTemplate(trx, template)).texts;
}

/**
 * Queues a message for each recipient, all or none, in the caller's transaction, and logs the access.
 * @throws InvalidInput naming every invalid recipient
 */
export async function sendMessages(
  { cipher, sms, mail, clock }: MessageDeps & Pick<Deps, "clock">,
  { trx, site }: { readonly trx: Knex.Transaction; readonly site: Configuration },
  reader: Reader,
  sending: MessageSending,
): Promise<MessagesSent> {
  const messaging = { trx, cipher, sms, mail, now: clock(), site };
  const texts = await textsOf(trx, sending);
  const ids = sending.to.flatMap(({ visitID }) => visitID ?? []);
  const found = await messageSubjects(trx, ids, { hosts: reachOf(reader) });
  const subjects = new Map(found.map((subject) => [subject.id, subject]));
  const drafts: Draft[] = [];
  const errors = duplicateErrors(sending.to);
  for (const [i, recipient] of sending.to.entries()) {
    const draft = draftFor({ messaging, caller: reader, texts, subjects }, recipient);
    if ("event" in draft) drafts.push(draft as Draft);
    else
      for (const [field, code] of Object.entries(draft as FieldErrors)) errors[`to.${i}.${field}`] ??= code;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  for (const { hostId } of subjects.values()) recordOnBehalf(onBehalfOf(actorOf(reader), hostId));
  const written = await queueMessages(messaging, drafts);
  await logAccess(trx, reader, { visitIds: [...subjects.keys()] });
  const bytes = Math.max(...drafts.map(({ text, values }) => sentBytes(finishedText(text, values))));
  return { queued: written.length, ids: written, kind: smsKind(bytes), bytes };
}

const retriable = new Set<Message["status"]>(["failed", "unknown"]);

/** Not retried: a code would have expired, and an invitation would end a password that was chosen since. */
const notRetriable: readonly Message["event"][] = ["lookupCode", "invitation"];

/** Whether a message may be retried. */
export const isRetriable = ({
  status,
  event,
  erasedAt,
}: Pick<Message, "status" | "event" | "erasedAt">): boolean =>
  retriable.has(status) && !notRetriable.includes(event) && erasedAt === null;

/**
 * Retries a message, with as many attempts as a new one.
 * @throws HttpError 404 where there is no such message or the visit is another host's; 405 where it was sent or is queued
 */
export async function retryMessage(
  { db, clock }: Pick<Deps, "db" | "clock">,
  reader: Reader,
  id: number,
): Promise<Accessed<MessageRow>> {
  const now = clock();
  return db.transaction(async (trx) => {
    const found = await messageRow(trx, id, reachOf(reader));
    if (!found) throw notFound();
    if (found.visitHost !== null) recordOnBehalf(onBehalfOf(actorOf(reader), found.visitHost));
    const message = await Message.query(trx)
      .select("status", "event", "erasedAt", "attempts", "visitId")
      .findById(id)
      .forUpdate();
    if (!message) throw notFound();
    if (!isRetriable(message)) throw messageNotRetriable();
    await Message.query(trx)
      .findById(id)
      .patch({
        status: "queued",
        nextAttemptAt: now,
        maxAttempts: message.attempts + maxAttempts,
        error: "",
        updatedAt: now,
      });
    await publishMessageChanges(trx, [message.visitId]);
    notifyWorkers(trx);
    const row = (await messageRow(trx, id)) as MessageRow;
    return Accessed.recordOne(trx, reader, row, row.visitId === null ? [] : [row.visitId]);
  });
}
