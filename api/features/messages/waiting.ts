/** Messages that were not sent yet: withdrawn, or sent to a corrected number or address. */
import type { Knex } from "knex";
import { noteMessages } from "#api/live/changes.ts";
import type { MessageEvent } from "#contract/messages/sms.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { SmsMessage } from "#db/models/sms-message.ts";
import { calendarOf } from "./visitor-messages.ts";

interface Waiting {
  readonly trx: Knex.Transaction;
  readonly now: Date;
}

/** Withdraws messages of some events to visitors that were not sent yet. */
export async function withdraw(
  { trx, now }: Waiting,
  visitIds: readonly number[],
  events: readonly MessageEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const withdrawn = await SmsMessage.query(trx)
    .patch({ status: "withdrawn", nextAttemptAt: null, updatedAt: now })
    .where({ status: "queued" })
    .whereIn("visitId", visitIds)
    .whereIn("event", events)
    .whereNull("hostUserId")
    .returning("visitId");
  await noteMessages(
    trx,
    withdrawn.map(({ visitId }) => visitId),
  );
}

/** Withdraws messages to a host who resigned that were not sent yet: they would tell a private telephone about visitors. */
export async function withdrawFromHost({ trx, now }: Waiting, hostUserId: number): Promise<void> {
  const withdrawn = await SmsMessage.query(trx)
    .patch({ status: "withdrawn", nextAttemptAt: null, updatedAt: now })
    .where({ hostUserId, status: "queued" })
    .returning("visitId");
  await noteMessages(
    trx,
    withdrawn.map(({ visitId }) => visitId),
  );
}

/**
 * Redirects a visitor's messages that were not sent yet to a corrected number or address.
 * @param corrected hyphenated, or with its country's code; "" where there is none any more
 * @returns whether an invitation waited
 */
export async function readdressVisitor(
  { trx, cipher, now }: Waiting & { readonly cipher: FieldCipher },
  visitId: number,
  corrected: { readonly cellphone: string } | { readonly email: string },
): Promise<boolean> {
  const [to, which] = "email" in corrected ? [corrected.email, "="] : [corrected.cellphone, "<>"];
  const waiting = await SmsMessage.query(trx)
    .select("id", "ref", "variables")
    .where({ visitId, status: "queued", hostUserId: null })
    .where("kind", which, "email")
    // what ends an entry at an earlier address goes there
    .whereNot({ event: "formerAddress" })
    .forUpdate();
  for (const { id, ref } of waiting) {
    const change = to === "" ? { status: "withdrawn" as const, nextAttemptAt: null } : cipher.seal(to, ref);
    await SmsMessage.query(trx)
      .findById(id)
      .patch({ ...change, updatedAt: now });
  }
  if (waiting.length > 0) await noteMessages(trx, [visitId]);
  return waiting.some(({ variables }) => calendarOf(variables)?.method === "REQUEST");
}
