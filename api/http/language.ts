/** Words of the server in the reader's language. */

import { type ErrorCode, errorSentence, type FieldErrors } from "#contract/errors.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import type { Outcome } from "#contract/visits/requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { type DecryptedPhone, unreadable } from "#db/field-cipher.ts";
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

/** A sentence of the server. */
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

/** A field map as it goes over the wire: sentences in place of codes. */
export const translateErrors = (lang: Language, errors: FieldErrors): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, code]) => [field, translateError(lang, code)]));

/** A status with its word. */
export const translateStatus = (lang: Language, code: StatusCode): { code: StatusCode; name: string } => ({
  code,
  name: texts[lang].status[code],
});

/** What became of a visit by a visitor's or a host's call. */
export const presentOutcome = (
  { reserveNo, statusCode }: { readonly reserveNo: string; readonly statusCode: StatusCode },
  lang: Language,
): Outcome => ({ reserveNo, statusCode, status: translateStatus(lang, statusCode) });

/** All texts in the reader's language, for what is written in the words of the screen. */
export const textsIn = (lang: Language): typeof ko | typeof en => texts[lang];

interface Named {
  readonly name: string;
  readonly enName?: string;
}

/** A name, with the host's whose deputy they were where there is one. */
export function nameOnBehalf(lang: Language, person: Named, host?: Named | null): string {
  const nameOf = ({ name, enName = "" }: Named) => inLanguage(lang, name, enName);
  return host ? translate(lang, "onBehalf", { name: nameOf(person), host: nameOf(host) }) : nameOf(person);
}

/** The English of a bilingual text where it is asked for and there, else the Korean. */
export const inLanguage = (lang: Language, korean: string, english: string): string =>
  lang === "en" && english !== "" ? english : korean;

/** A mobile number, masked; a text in place of one that cannot be read, and nothing where there is none. */
export const maskDecryptedPhone = (number: DecryptedPhone, lang: Language): string =>
  number === unreadable ? translate(lang, "numberUnreadable") : maskPhone(number);

/** An e-mail address, likewise. */
export const maskDecryptedEmail = (address: DecryptedPhone, lang: Language): string =>
  address === unreadable ? translate(lang, "numberUnreadable") : maskEmail(address);
