/** Where visitors are written to, and what comes with it for their calendar (docs/decisions/messages/e-mail.md). */
import type { Knex } from "knex";
import type { CalendarInvitation } from "#api/calendar.ts";
import type { TemplateEvent } from "#contract/messages/sms.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { emailOf } from "#db/queries/visits/email.ts";
import { nextInvitations } from "#db/statements/visit-emails.ts";
import { type Destination, destinationsOf } from "./destinations.ts";
import type { MessageSubject } from "./subjects.ts";

type Method = CalendarInvitation["method"];

/** What of a calendar's entry is known when a message is written; kept with its variables. */
export interface WrittenCalendar {
  readonly method: Method;
  readonly sequence: number;
  /** ISO, UTC. */
  readonly start: string;
  readonly end: string;
}

/** What a message does to its receiver's calendar; undefined where that is nothing. */
export const calendarOf = ({ calendar }: Readonly<Record<string, string>>): WrittenCalendar | undefined =>
  calendar === undefined ? undefined : JSON.parse(calendar);

/** What an event does to the entry in a visitor's calendar. One that was never sent is not cancelled. */
function calendarMethod(
  event: TemplateEvent | "manual",
  { statusCode, invitations }: MessageSubject,
): Method | undefined {
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
  const number = cipher.numberOf(subject, subject.reserveNo);
  const address = subject.emailBounced ? undefined : emailOf(cipher, subject);
  const cellPhone = typeof number === "string" ? number : "";
  const email = typeof address === "string" ? address : "";
  const to = destinationsOf({ cellPhone, email }, subject.channel ?? "sms");
  const isMailed = to.some((one) => one.email !== undefined);
  const isFollowed = subject.channel === null || (subject.invitations ?? 0) > 0;
  return email !== "" && !isMailed && isFollowed && calendarMethod(event, subject) ? [...to, { email }] : to;
}

/** Adds what e-mails do to the calendar, each with the next number of its visit. */
export async function withCalendars<Draft extends Destination & { readonly visitId: number | null }>(
  trx: Knex.Transaction,
  event: TemplateEvent,
  subjects: readonly MessageSubject[],
  drafts: readonly Draft[],
): Promise<(Draft & { readonly calendar?: WrittenCalendar })[]> {
  const entries = new Map(
    subjects.flatMap((subject) => {
      const method = calendarMethod(event, subject);
      const isMailed = drafts.some(({ email, visitId }) => email !== undefined && visitId === subject.id);
      return method && isMailed ? [[subject.id, { method, subject }] as const] : [];
    }),
  );
  const sequences = await nextInvitations(trx, [...entries.keys()]);
  return drafts.map((draft) => {
    const entry = draft.email === undefined ? undefined : entries.get(draft.visitId ?? 0);
    if (!entry) return draft;
    const { startAt, endAt, id } = entry.subject;
    return {
      ...draft,
      calendar: {
        method: entry.method,
        sequence: sequences.get(id) ?? 0,
        start: startAt.toISOString(),
        end: endAt.toISOString(),
      },
    };
  });
}
