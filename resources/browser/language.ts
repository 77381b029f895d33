/**
 * The two languages of both faces and the reading of their texts. Korean is the default (docs/behaviour.md,
 * "Languages").
 */
export const languages = ["ko", "en"] as const;

export type Language = (typeof languages)[number];

/** Each language as its own speakers call it. */
export const languageNames: Readonly<Record<Language, string>> = { ko: "한국어", en: "English" };

/** The address of every text in a file of texts, "console.login.title". */
export type PathOf<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${PathOf<T[Key]>}`;
}[keyof T & string];

/** Texts by address. */
export type Texts = Readonly<Record<string, string>>;

/** A tree of texts as one record. @param prefix stands before every address */
export function flattenTexts(tree: object, prefix = ""): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") texts[prefix + key] = value;
    else Object.assign(texts, flattenTexts(value, `${prefix}${key}.`));
  }
  return texts;
}

/** Puts values into a text's {placeholders}; one without a value stays as it is. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
