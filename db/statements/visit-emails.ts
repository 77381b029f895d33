/** Visitors' addresses of e-mail, kept beside their visits. */
import type { Knex } from "knex";
import type { MessageChannel } from "#contract/channel.ts";
import type { FieldCipher } from "../field-cipher.ts";
import { VisitEmail } from "../models/visits/visit-email.ts";
import { unseen } from "../planner.ts";
import { emailOwner } from "../queries/visits/email.ts";

/** Keeps a visit's address, in the place of another; "" takes it away. What the visitor chose stays. */
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
    .insert({ visitId, ...columns })
    .onConflict("visitId")
    .merge(columns);
}

/** Keeps by which way a visitor with an address wants to be written to. */
export const chooseChannel = (trx: Knex.Transaction, visitId: number, channel: MessageChannel | null) =>
  VisitEmail.query(trx).patch({ channel }).where({ visitId });

/**
 * Marks an address, of whosever visits it is: a mail server knows nobody there.
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
