/** A mobile number, and an address of e-mail, as answers show them. */
import { type Language, translate } from "#api/http/language.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import { type FieldCipher, type ReadNumber, unreadable } from "#db/field-cipher.ts";

/** Masked; words in the place of one that cannot be read, and nothing where there is none. */
export const shownNumber = (number: ReadNumber, lang: Language): string =>
  number === unreadable ? translate(lang, "numberUnreadable") : maskPhone(number);

const keptMs = 60_000;
const maxKept = 2_000;

interface Kept {
  readonly until: number;
  /** Masked numbers by what they are bound to and sealed as. */
  readonly masked: Map<string, string>;
}

const kept = new WeakMap<FieldCipher, Kept>();

function keptBy(cipher: FieldCipher): Kept["masked"] {
  const now = performance.now();
  const known = kept.get(cipher);
  if (known && known.until > now && known.masked.size < maxKept) return known.masked;
  const masked: Kept["masked"] = new Map();
  kept.set(cipher, { until: now + keptMs, masked });
  return masked;
}

/**
 * A row's number as answers show it. The masked form is kept for at most a minute: all desks read the board again with each
 * change, and opening the same numbers each time is a tenth of that.
 * @param owner what the ciphertext is bound to
 */
export function shownSealed(
  cipher: FieldCipher,
  sealed: { readonly cellCipher: Buffer | null; readonly cellKey: string | null },
  owner: string,
  lang: Language,
): string {
  if (!sealed.cellCipher) return "";
  const masked = keptBy(cipher);
  const key = `${owner}:${sealed.cellKey}:${sealed.cellCipher.toString("latin1")}`;
  const known = masked.get(key);
  if (known !== undefined) return known;
  const number = cipher.numberOf(sealed, owner);
  const shown = shownNumber(number, lang);
  if (number !== unreadable) masked.set(key, shown);
  return shown;
}

/** As a number. */
export const shownAddress = (address: ReadNumber, lang: Language): string =>
  address === unreadable ? translate(lang, "numberUnreadable") : maskEmail(address);
