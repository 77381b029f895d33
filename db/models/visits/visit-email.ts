import { Model } from "objection";
import type { MessageChannel } from "#contract/channel.ts";
import type { FieldCipher, ReadNumber } from "#db/field-cipher.ts";

/** A visitor's e-mail address, encrypted like a phone number. */
export class VisitEmail extends Model {
  static override tableName = "visit_emails";
  declare id: number;
  declare visitId: number;
  declare cellCipher: Buffer;
  declare cellKey: string;
  declare cellHash: Buffer;
  declare cellLastFourHash: Buffer;
  declare cellHashKey: string;
  /** When a mail server rejected the address as unknown. */
  declare bouncedAt: Date | null;
  /** Null where the visitor chose none. */
  declare channel: MessageChannel | null;
  /** Calendar invitations and cancellations sent so far. */
  declare invitations: number;
}

/** Columns of a visit's address, read with the visit; null where it has none. */
export interface EmailColumns {
  emailCipher: Buffer | null;
  emailKey: string | null;
  emailBounced: boolean;
  channel: MessageChannel | null;
}

/** Associated data of the encryption; the same in db/rotate-keys.ts. */
export const emailOwner = (visitId: number) => `visit-email:${visitId}`;

/** The address of a visit, where it has one. */
export const emailOf = (
  cipher: FieldCipher,
  { id, emailCipher, emailKey }: Pick<EmailColumns, "emailCipher" | "emailKey"> & { readonly id: number },
): ReadNumber => cipher.numberOf({ cellCipher: emailCipher, cellKey: emailKey }, emailOwner(id));
