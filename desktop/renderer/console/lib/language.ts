/** The console's language and its texts. Korean is the default (docs/behaviour.md, "Languages"). */
import { create } from "zustand";
import { fillText, flattenTexts, type Language, type PathOf, type Texts } from "#browser/language.ts";
import { console as koConsole, error as koError, field as koField, status as koStatus } from "#i18n/ko.json";
import { desktopApp } from "../../shared/desktop-app.ts";

const korean = { console: koConsole, error: koError, field: koField, status: koStatus };

/** Every text's address, "console.login.title", read off the Korean file. */
export type TextKey = PathOf<typeof korean>;

/** Korean comes with the console; English is fetched when it is wanted. */
const texts: { ko: Texts; en?: Texts } = { ko: flattenTexts(korean) };

/** @returns whether the texts of a language are here; without a network they may not be */
async function fetchTexts(language: Language): Promise<boolean> {
  try {
    texts[language] ??= flattenTexts((await import("./english.ts")).english);
    return true;
  } catch {
    return false;
  }
}

const storageKey = "visitor.console.language";

/** Chosen on this device before anybody signed in. */
export const deviceLanguage = (): Language => (localStorage.getItem(storageKey) === "en" ? "en" : "ko");

/** Of who is signed in, for this window. */
function personsLanguage(): Language | null {
  const kept = sessionStorage.getItem(storageKey);
  return kept === "ko" || kept === "en" ? kept : null;
}

const useLanguageStore = create<{ language: Language }>(() => ({ language: "ko" }));

export const currentLanguage = (): Language => useLanguageStore.getState().language;
export const useLanguage = (): Language => useLanguageStore((state) => state.language);

/** Called with each change of language, before anything is drawn in it. */
export function onLanguage(listener: (now: Language, before: Language) => void): void {
  useLanguageStore.subscribe((now, before) => {
    if (now.language !== before.language) listener(now.language, before.language);
  });
}

let wanted: Language = "ko";

/** Where its texts cannot be fetched, all stays as it is. */
async function use(language: Language): Promise<void> {
  wanted = language;
  // of two at once the later counts
  if (!(await fetchTexts(language)) || wanted !== language) return;
  document.documentElement.lang = language;
  useLanguageStore.setState({ language });
}

/** Before anything is drawn: the language of whoever was here last in this window, or the device's. */
export const restoreLanguage = (): Promise<void> => use(personsLanguage() ?? deviceLanguage());

/** Switches the device's language, for now and the next start. */
export function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  // its menu and questions speak the same; what it cannot keep holds here all the same
  void desktopApp?.chooseLanguage(language).catch(() => {});
  return use(language);
}

/** The device's language as the app around keeps it; who is signed in has their own. */
export function restoreDeviceLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  if (personsLanguage() === null) void use(language);
}

/** The language of who is signed in. @param language null: the device's */
export function applyLanguage(language: Language | null): Promise<void> {
  if (language) sessionStorage.setItem(storageKey, language);
  else sessionStorage.removeItem(storageKey);
  return use(language ?? deviceLanguage());
}

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const translator =
  (language: Language): Translate =>
  (key, values = {}) =>
    fillText((texts[language] ?? texts.ko)[key] ?? key, values);

/** One for each language, so that what is made with it is made anew only when the language changes. */
const translators: Readonly<Record<Language, Translate>> = { ko: translator("ko"), en: translator("en") };

/** The texts of a language that may not be the chosen one; Korean where they cannot be fetched. */
export async function translatorOf(language: Language): Promise<Translate> {
  await fetchTexts(language);
  return translators[language];
}

/** A text in the chosen language, for code outside components. */
export const translate: Translate = (key, values) => translators[currentLanguage()](key, values);

/** The same for components, which follow a change of language. */
export const useTranslate = (): Translate => translators[useLanguage()];
