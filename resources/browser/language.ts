/**
 * Languages of the public site and the console, and access to their texts. Korean is the default (docs/behaviour.md,
 * "Languages").
 */
export const languages = ["ko", "en"] as const;

export type Language = (typeof languages)[number];

/** Name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = { ko: "한국어", en: "English" };

/** Path of a text in a file of texts, "console.login.title". */
export type PathOf<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${PathOf<T[Key]>}`;
}[keyof T & string];

/** Texts by path. */
export type Texts = Readonly<Record<string, string>>;

/** Flattens a tree of texts. @param prefix of every path */
export function flattenTexts(tree: object, prefix = ""): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") texts[prefix + key] = value;
    else Object.assign(texts, flattenTexts(value, `${prefix}${key}.`));
  }
  return texts;
}

/** Fills a text's {placeholders}; one without a value stays. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
