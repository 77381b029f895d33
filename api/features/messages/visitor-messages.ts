/** Where visitors are written to, and what comes with it for their calendar (docs/decisions/messages/e-mail.md). */
import type { Knex } from "knex";
import type { TemplateEvent } from "#contract/messages/sms.ts";
import { type FieldCipher, readable } from "#db/field-cipher.ts";
import { SmsMessage } from "#db/models/sms-message.ts";
import { emailOf, emailOwner, VisitEmail } from "#db/models/visits/visit-email.ts";
import { calendarOf, type Destination, type Draft, destinationsOf, type WrittenCalendar } from "./drafts.ts";
import type { MessageSubject } from "./subjects.ts";

/** The visitor's address where it can be decrypted and has not bounced; else "". */
export const addressOf = (cipher: FieldCipher, subject: MessageSubject): string =>
  subject.emailBounced ? "" : readable(emailOf(cipher, subject));

/** Stores or replaces a visit's address; "" deletes it. The chosen channel stays. */
export async function storeVisitEmail(
  trx: Knex.Transaction,
  cipher: FieldCipher,
  { visitId, email }: { readonly visitId: number; readonly email: string },
): Promise<void> {
  if (email === "") {
    await VisitEmail.query(trx).delete().where({ visitId });
    return;
  }
  // The calendar's messages go on counting where an address was taken away, and another one is given.
  const sent = await SmsMessage.query(trx).select("variables").where({ visitId, kind: "email" });
  const sequences = sent.flatMap(({ variables }) => calendarOf(variables)?.sequence ?? []);
  const columns = { ...cipher.seal(email, emailOwner(visitId)), bouncedAt: null };
  await VisitEmail.query(trx)
    .insert({ visitId, ...columns, invitations: Math.max(-1, ...sequences) + 1 })
    .onConflict("visitId")
    .merge(columns);
}

/** Counts one more calendar message of some visits. @returns the SEQUENCE of each, by visit */
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

/** What an event does to the entry in a visitor's calendar. One that was never sent is not cancelled. */
function calendarMethod(
  event: TemplateEvent | "manual",
  { statusCode, invitations }: MessageSubject,
): WrittenCalendar["method"] | undefined {
  if (event === "approve" || event === "change") return statusCode === "approved" ? "REQUEST" : undefined;
  const ends = event === "cancel" || event === "reject" || event === "undo";
  return ends && (invitations ?? 0) > 0 ? "CANCEL" : undefined;
}

/**
 * The destinations of a visitor's messages, of the number and the address that can be decrypted: as they chose by their
 * link, else by text message. What belongs in a calendar comes by e-mail as well unless they chose; an invitation that went out is
 * followed by its changes whatever they chose since.
 */
export function visitorDestinations(
  cipher: FieldCipher,
  subject: MessageSubject,
  event: TemplateEvent | "manual",
): Destination[] {
  const cellPhone = readable(cipher.numberOf(subject, subject.reserveNo));
  const email = addressOf(cipher, subject);
  const to = destinationsOf({ cellPhone, email }, subject.channel ?? "sms");
  const isMailed = to.some((one) => one.email !== undefined);
  const isFollowed = subject.channel === null || (subject.invitations ?? 0) > 0;
  return email !== "" && !isMailed && isFollowed && calendarMethod(event, subject) ? [...to, { email }] : to;
}

/** Adds what e-mails do to the calendar, each with the next number of its visit. */
export async function withCalendars(
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
