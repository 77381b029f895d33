/** Handles messages that were queued or sent before a visitor's number or address was corrected. */
import { publishMessageChanges } from "#api/live/changes.ts";
import { Message } from "#db/models/message.ts";
import { calendarOf, dueAt, type Messaging, valuesOf, type WrittenCalendar } from "./drafts.ts";
import { queueMessages } from "./queue.ts";
import { messageSubjects } from "./subjects.ts";
import { messageTexts } from "./templates.ts";
import { addressOf, nextInvitations } from "./visitor-messages.ts";

/** Statuses of messages that arrived, or may have. */
const mayHaveArrived = ["sending", "sent", "unknown"] as const;

/**
 * Cancels the calendar entry at a visit's former address, where an invitation went there. Queued invitations get a higher
 * sequence number than the cancellation, so that a reader of both addresses keeps the entry.
 */
export async function cancelCalendarEntry(messaging: Messaging, visitId: number): Promise<void> {
  const { trx, cipher, site } = messaging;
  const [subject] = await messageSubjects(trx, [visitId]);
  const email = subject && addressOf(cipher, subject);
  if (!email) return;
  const written = await Message.query(trx)
    .select("id", "ref", "status", "variables", "cellCipher", "cellKey")
    .where({ visitId, hostUserId: null, kind: "email" })
    .whereIn("status", [...mayHaveArrived, "queued"])
    .orderBy("id");
  const invitations = written.flatMap((one) => {
    const calendar = calendarOf(one.variables);
    return calendar ? [{ ...one, calendar }] : [];
  });
  const last = invitations.findLast(
    (one) => one.status !== "queued" && cipher.decryptContact(one, one.ref) === email,
  );
  if (last?.calendar.method !== "REQUEST") return;
  const next = async (): Promise<number> => (await nextInvitations(trx, [visitId])).get(visitId) ?? 0;
  const { lang, name: toName, startAt, endAt } = subject;
  const calendar: WrittenCalendar = {
    method: "CANCEL",
    sequence: await next(),
    start: startAt.toISOString(),
    end: endAt.toISOString(),
  };
  const text = messageTexts[lang].formerAddress;
  const values = valuesOf(subject, lang, site);
  const draft = { visitId, toName, email, event: "formerAddress", text, values, lang, calendar } as const;
  await queueMessages(messaging, [{ ...draft, dueAt: dueAt(messaging, startAt) }]);
  for (const waiting of invitations.filter(({ status }) => status === "queued")) {
    const moved = JSON.stringify({ ...waiting.calendar, sequence: await next() });
    await Message.query(trx)
      .findById(waiting.id)
      .patch({ variables: { ...waiting.variables, calendar: moved } });
  }
}

/**
 * Redirects a visitor's unsent messages to a corrected number or address.
 * @param corrected hyphenated, or with a country code; "" withdraws the messages
 * @returns whether an invitation was queued
 */
export async function redirectMessages(
  { trx, cipher, now }: Pick<Messaging, "trx" | "cipher" | "now">,
  visitId: number,
  corrected: { readonly cellphone: string } | { readonly email: string },
): Promise<boolean> {
  const [to, which] = "email" in corrected ? [corrected.email, "="] : [corrected.cellphone, "<>"];
  const waiting = await Message.query(trx)
    .select("id", "ref", "variables")
    .where({ visitId, status: "queued", hostUserId: null })
    .where("kind", which, "email")
    // Cancellations still go to the former address.
    .whereNot({ event: "formerAddress" })
    .forUpdate();
  for (const { id, ref } of waiting) {
    const change =
      to === "" ? { status: "withdrawn" as const, nextAttemptAt: null } : cipher.encryptContact(to, ref);
    await Message.query(trx)
      .findById(id)
      .patch({ ...change, updatedAt: now });
  }
  if (waiting.length > 0) await publishMessageChanges(trx, [visitId]);
  return waiting.some(({ variables }) => calendarOf(variables)?.method === "REQUEST");
}
