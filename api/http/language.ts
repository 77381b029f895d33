/** Texts of the server in the reader's language. */

import { type ErrorCode, errorSentence, type FieldErrors } from "#contract/errors.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import type { Outcome } from "#contract/visits/requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { type DecryptedContact, unreadable } from "#db/field-cipher.ts";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };

export type Language = "ko" | "en";
export type ServerText = keyof typeof ko.server;

const texts = { ko, en } as const;

/** `en…` is English, anything else Korean (docs/behaviour.md, "Languages"). */
export const languageOf = (acceptLanguage: string): Language =>
  /^\s*en\b/i.test(acceptLanguage) ? "en" : "ko";

/** Fills `{name}` in a text. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (match, key: string) => String(values[key] ?? match));

/** A text under `server`. */
export const translate = (
  lang: Language,
  key: ServerText,
  values: Record<string, string | number> = {},
): string => fill(texts[lang].server[key], values);

/** The sentence of a field error. */
export const translateError = (lang: Language, code: ErrorCode): string =>
  errorSentence(code, {
    error: (key, values) => fill(texts[lang].error[key], values),
    field: (name) => texts[lang].field[name],
  });

/** Field errors in a response: sentences instead of codes. */
export const translateErrors = (lang: Language, errors: FieldErrors): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, code]) => [field, translateError(lang, code)]));

/** A status with its name. */
export const translateStatus = (lang: Language, code: StatusCode): { code: StatusCode; name: string } => ({
  code,
  name: texts[lang].status[code],
});

/** Response to a visitor's or host's action: the visit's new status. */
export const presentOutcome = (
  { reserveNo, statusCode }: { readonly reserveNo: string; readonly statusCode: StatusCode },
  lang: Language,
): Outcome => ({ reserveNo, statusCode, status: translateStatus(lang, statusCode) });

/** All texts in the reader's language, for files with the screen's wording. */
export const textsIn = (lang: Language): typeof ko | typeof en => texts[lang];

interface Named {
  readonly name: string;
  readonly enName?: string;
}

/** A user's name, with the host's name for a deputy. */
export function nameOnBehalf(lang: Language, person: Named, host?: Named | null): string {
  const nameOf = ({ name, enName = "" }: Named) => inLanguage(lang, name, enName);
  return host ? translate(lang, "onBehalf", { name: nameOf(person), host: nameOf(host) }) : nameOf(person);
}

/** The English text for English readers, where there is one; otherwise the Korean one. */
export const inLanguage = (lang: Language, korean: string, english: string): string =>
  lang === "en" && english !== "" ? english : korean;

/** A masked mobile number; a text where it could not be decrypted, and "" without one. */
export const maskDecryptedPhone = (number: DecryptedContact, lang: Language): string =>
  number === unreadable ? translate(lang, "numberUnreadable") : maskPhone(number);

/** A masked e-mail address; a text where it could not be decrypted, and "" without one. */
export const maskDecryptedEmail = (address: DecryptedContact, lang: Language): string =>
  address === unreadable ? translate(lang, "numberUnreadable") : maskEmail(address);
