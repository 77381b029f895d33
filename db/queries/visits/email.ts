/** A visitor's e-mail address, read with the visit. */
import type { MessageChannel } from "#contract/channel.ts";
import type { FieldCipher, ReadNumber } from "../../field-cipher.ts";

/** What reads of a visit `v` have of its address. */
export interface EmailColumns {
  emailCipher: Buffer | null;
  emailKey: string | null;
  emailBounced: boolean;
  /** Null where the visitor chose none. */
  channel: MessageChannel | null;
}

/** Associated data of the encryption; the same in db/rotate-keys.ts. */
export const emailOwner = (visitId: number) => `visit-email:${visitId}`;

/** The address of a visit, where it has one. */
export const emailOf = (
  cipher: FieldCipher,
  { id, emailCipher, emailKey }: Pick<EmailColumns, "emailCipher" | "emailKey"> & { readonly id: number },
): ReadNumber => cipher.numberOf({ cellCipher: emailCipher, cellKey: emailKey }, emailOwner(id));
