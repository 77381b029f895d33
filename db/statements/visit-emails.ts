/** Visitors' e-mail addresses. */
import type { Knex } from "knex";
import type { MessageChannel } from "#contract/channel.ts";
import type { FieldCipher } from "../field-cipher.ts";
import { VisitEmail } from "../models/visits/visit-email.ts";
import { unseen } from "../planner.ts";
import { emailOwner } from "../queries/visits/email.ts";

/** The SEQUENCE that follows those of a visit's calendar messages: an address was taken away, and another one is given. */
const nextSequence = (trx: Knex.Transaction, visitId: number) =>
  trx.raw(
    `(SELECT coalesce(max(((variables ->> 'calendar')::jsonb ->> 'sequence')::integer) + 1, 0)
      FROM sms_messages WHERE visit_id = ? AND kind = 'email')`,
    [visitId],
  );

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
  const columns = { ...cipher.seal(email, emailOwner(visitId)), bouncedAt: null };
  await VisitEmail.query(trx)
    .insert({ visitId, ...columns, invitations: nextSequence(trx, visitId) })
    .onConflict("visitId")
    .merge(columns);
}

/** Stores the channel that a visitor with an address chose. */
export const chooseChannel = (trx: Knex.Transaction, visitId: number, channel: MessageChannel | null) =>
  VisitEmail.query(trx).patch({ channel }).where({ visitId });

/**
 * Marks an address on all visits that have it, after a mail server rejected it as unknown.
 * @param hashes what its hash may be, one for each key
 */
export const markVisitEmailsBounced = (db: Knex, hashes: readonly Buffer[], now: Date) =>
  VisitEmail.query(db)
    .patch({ bouncedAt: now })
    .whereRaw(`cell_hash = ANY(${unseen("?", "bytea[]")})`, [[...hashes]])
    .whereNull("bouncedAt")
    .returning("visitId");

/** Counts one more calendar message of some visits. @returns the SEQUENCE of each, by visit */
export async function nextInvitations(
  trx: Knex.Transaction,
  visitIds: readonly number[],
): Promise<Map<number, number>> {
  if (visitIds.length === 0) return new Map();
  const { rows } = await trx.raw<{ rows: { visitId: number; sequence: number }[] }>(
    `UPDATE visit_emails SET invitations = invitations + 1 WHERE visit_id = ANY(?::integer[])
     RETURNING visit_id AS "visitId", invitations - 1 AS sequence`,
    [[...visitIds]],
  );
  return new Map(rows.map(({ visitId, sequence }) => [visitId, sequence]));
}
