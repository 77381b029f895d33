/** Cancels the calendar entry at a visitor's former address after the address was corrected. */
import { SmsMessage } from "#db/models/sms-message.ts";
import { emailOf } from "#db/queries/visits/email.ts";
import { nextInvitations } from "#db/statements/visit-emails.ts";
import { type Messaging, queueMessages } from "./queue.ts";
import { dueAt } from "./quiet-hours.ts";
import { messageSubjects } from "./subjects.ts";
import { messageTexts } from "./templates.ts";
import { valuesOf } from "./values.ts";
import { calendarOf, type WrittenCalendar } from "./visitor-messages.ts";

/** Those that arrived there, or may have. */
const mayHaveArrived = ["sending", "sent", "unknown"] as const;

/**
 * Ends the calendar's entry at a visit's address, before another takes its place, where an invitation went there. What waits to go
 * to the other one counts as later: a reader of both addresses keeps the entry.
 */
export async function endEntryAtAddress(messaging: Messaging, visitId: number): Promise<void> {
  const { trx, cipher, now, site } = messaging;
  const [subject] = await messageSubjects(trx, [visitId]);
  const email = subject && !subject.emailBounced ? emailOf(cipher, subject) : undefined;
  if (!subject || typeof email !== "string") return;
  const written = await SmsMessage.query(trx)
    .select("id", "ref", "status", "variables", "cellCipher", "cellKey")
    .where({ visitId, hostUserId: null, kind: "email" })
    .whereIn("status", [...mayHaveArrived, "queued"])
    .orderBy("id");
  const invitations = written.flatMap((one) => {
    const calendar = calendarOf(one.variables);
    return calendar ? [{ ...one, calendar }] : [];
  });
  const last = invitations.findLast(
    (one) => one.status !== "queued" && cipher.numberOf(one, one.ref) === email,
  );
  if (last?.calendar.method !== "REQUEST") return;
  const next = async (): Promise<number> => (await nextInvitations(trx, [visitId])).get(visitId) ?? 0;
  const { lang, name: toName, startAt, endAt } = subject;
  const calendar: WrittenCalendar = {
    ...{ method: "CANCEL", sequence: await next() },
    ...{ start: startAt.toISOString(), end: endAt.toISOString() },
  };
  const text = messageTexts[lang].formerAddress;
  const values = valuesOf(subject, lang, site);
  const draft = { visitId, toName, email, event: "formerAddress", text, values, lang, calendar } as const;
  await queueMessages(messaging, [{ ...draft, dueAt: dueAt(now, site, startAt) }]);
  for (const waiting of invitations.filter(({ status }) => status === "queued")) {
    const moved = JSON.stringify({ ...waiting.calendar, sequence: await next() });
    await SmsMessage.query(trx)
      .findById(waiting.id)
      .patch({ variables: { ...waiting.variables, calendar: moved } });
  }
}
