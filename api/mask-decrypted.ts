/** Mobile numbers and e-mail addresses as answers show them. */
import { type Language, translate } from "#api/http/language.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import { type DecryptedPhone, unreadable } from "#db/field-cipher.ts";

/** Masked; a text in place of one that cannot be read, and nothing where there is none. */
export const maskDecryptedPhone = (number: DecryptedPhone, lang: Language): string =>
  number === unreadable ? translate(lang, "numberUnreadable") : maskPhone(number);

/** As `maskDecryptedPhone`. */
export const maskDecryptedEmail = (address: DecryptedPhone, lang: Language): string =>
  address === unreadable ? translate(lang, "numberUnreadable") : maskEmail(address);
