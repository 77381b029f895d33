/** Language and texts of the console. Korean is the default (docs/behaviour.md, "Languages"). */
import { create } from "zustand";
import { fillText, flattenTexts, type Language, type PathOf, type Texts } from "#browser/language.ts";
import { console as koConsole, error as koError, field as koField, status as koStatus } from "#i18n/ko.json";
import { desktopApp } from "../../shared/desktop-app.ts";

const korean = { console: koConsole, error: koError, field: koField, status: koStatus };

/** Keys of all texts, "console.login.title", derived from the Korean file. */
export type TextKey = PathOf<typeof korean>;

/** Korean is bundled; English is loaded on demand. */
const texts: { ko: Texts; en?: Texts } = { ko: flattenTexts(korean) };

/** @returns whether the texts are loaded; false while offline */
async function fetchTexts(language: Language): Promise<boolean> {
  try {
    texts[language] ??= flattenTexts((await import("./english.ts")).english);
    return true;
  } catch {
    return false;
  }
}

const storageKey = "visitor.console.language";

/** Language of this device, used before sign-in. */
export const deviceLanguage = (): Language => (localStorage.getItem(storageKey) === "en" ? "en" : "ko");

/** Language of the signed-in user in this window. */
function usersLanguage(): Language | null {
  const stored = sessionStorage.getItem(storageKey);
  return stored === "ko" || stored === "en" ? stored : null;
}

const useLanguageStore = create<{ language: Language }>(() => ({ language: "ko" }));

export const currentLanguage = (): Language => useLanguageStore.getState().language;
export const useLanguage = (): Language => useLanguageStore((state) => state.language);

/** Subscribes to language changes; called before rendering. */
export function onLanguage(listener: (now: Language, before: Language) => void): void {
  useLanguageStore.subscribe((now, before) => {
    if (now.language !== before.language) listener(now.language, before.language);
  });
}

let requested: Language = "ko";

/** Keeps the current language if the texts cannot be loaded. */
async function setLanguage(language: Language): Promise<void> {
  requested = language;
  // superseded by a later call
  if (!(await fetchTexts(language)) || requested !== language) return;
  document.documentElement.lang = language;
  useLanguageStore.setState({ language });
}

/** Before rendering: the language of this window's last user, or the device's. */
export const restoreLanguage = (): Promise<void> => setLanguage(usersLanguage() ?? deviceLanguage());

/** Changes and saves the device's language. */
export function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  // the app's menu and dialogs use the same language; errors are ignored
  void desktopApp?.chooseLanguage(language).catch(() => {});
  return setLanguage(language);
}

/** Applies the device's language from the app, unless the user has set another. */
export function restoreDeviceLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  if (usersLanguage() === null) void setLanguage(language);
}

/** Applies the user's language. @param language null: the device's */
export function applyLanguage(language: Language | null): Promise<void> {
  if (language) sessionStorage.setItem(storageKey, language);
  else sessionStorage.removeItem(storageKey);
  return setLanguage(language ?? deviceLanguage());
}

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const translator =
  (language: Language): Translate =>
  (key, values = {}) =>
    fillText((texts[language] ?? texts.ko)[key] ?? key, values);

/** Stable per language, for memoisation. */
const translators: Readonly<Record<Language, Translate>> = { ko: translator("ko"), en: translator("en") };

/** Translator of any language; Korean if its texts cannot be loaded. */
export async function translatorOf(language: Language): Promise<Translate> {
  await fetchTexts(language);
  return translators[language];
}

/** Translates outside of components. */
export const translate: Translate = (key, values) => translators[currentLanguage()](key, values);

/** Translates in components, which re-render on language changes. */
export const useTranslate = (): Translate => translators[useLanguage()];
