/** The console's language and its texts. Korean is the default (specification, section 1). */
import { create } from "zustand";
import { console as enConsole, error as enError, status as enStatus } from "#i18n/en.json";
import { console as koConsole, error as koError, status as koStatus } from "#i18n/ko.json";

export const languages = ["ko", "en"] as const;

export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { ko: "한국어", en: "English" };

const trees = {
  ko: { console: koConsole, error: koError, status: koStatus },
  en: { console: enConsole, error: enError, status: enStatus },
};

type PathOf<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${PathOf<T[Key]>}`;
}[keyof T & string];

/** Every text's address, "console.login.title", read off the Korean file. */
export type TextKey = PathOf<(typeof trees)["ko"]>;

function flatten(tree: object, prefix = ""): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) =>
      typeof value === "string" ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  );
}

const texts = { ko: flatten(trees.ko), en: flatten(trees.en) };

const storageKey = "visitor.console.language";

/** Chosen on this device before anybody signed in. */
export const deviceLanguage = (): Language => (localStorage.getItem(storageKey) === "en" ? "en" : "ko");

/** Of who is signed in, for this window. */
function personsLanguage(): Language | null {
  const kept = sessionStorage.getItem(storageKey);
  return kept === "ko" || kept === "en" ? kept : null;
}

export const useLanguageStore = create<{ language: Language }>(() => ({
  language: personsLanguage() ?? deviceLanguage(),
}));

export const currentLanguage = (): Language => useLanguageStore.getState().language;
export const useLanguage = (): Language => useLanguageStore((state) => state.language);

function use(language: Language): void {
  document.documentElement.lang = language;
  useLanguageStore.setState({ language });
}

/** Switches the device's language, for now and the next start. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  use(language);
}

/** The language of who is signed in. @param language null: the device's */
export function applyLanguage(language: Language | null): void {
  if (language) sessionStorage.setItem(storageKey, language);
  else sessionStorage.removeItem(storageKey);
  use(language ?? deviceLanguage());
}

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const translator =
  (language: Language): Translate =>
  (key, values = {}) =>
    (texts[language][key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    );

/** A text in the chosen language, for code outside components. */
export const translate: Translate = (key, values) => translator(currentLanguage())(key, values);

/** The same for components, which follow a change of language. */
export const useTranslate = (): Translate => translator(useLanguage());
