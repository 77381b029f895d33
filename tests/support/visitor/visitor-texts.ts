/** The site's texts, to find elements by. */
import { fillText, flattenTexts } from "#browser/language.ts";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };

export type Language = "ko" | "en";

const texts: Record<Language, Record<string, string>> = { ko: flattenTexts(ko), en: flattenTexts(en) };

/** A text by its full key, with placeholders filled. */
export function textOf(
  lang: Language,
  address: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = texts[lang][address];
  if (text === undefined) throw new Error(`There is no text ${address}.`);
  return fillText(text, values);
}

/** A text by its key under `visitor`. */
export const siteText = (lang: Language, key: string, values?: Record<string, string | number>): string =>
  textOf(lang, `visitor.${key}`, values);
