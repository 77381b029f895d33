/**
 * Current language and texts. Korean is the default; the build fills missing English texts with Korean ones
 * (docs/behaviour.md, "Languages"), so only one language is loaded.
 */
import { create } from "zustand";
import { fillText, flattenTexts, type Language, type PathOf, type Texts } from "#browser/language.ts";
import type korean from "#i18n/ko.json";
import koFirst from "#texts/ko/first";
import { read, write } from "./storage.ts";

/** Keys of all texts, "visitor.home.apply", derived from the Korean file. */
export type TextKey = PathOf<Pick<typeof korean, "error" | "field" | "status" | "visitor">>;

interface LanguageState {
  readonly language: Language;
  readonly texts: Texts;
}

const storageKey = "visitor.language";

/** The home page's Korean texts are bundled; others are loaded on demand (build/texts.ts). */
const parts = {
  ko: {
    first: async () => ({ default: koFirst }),
    more: () => import("#texts/ko/more"),
    link: () => import("#texts/ko/link"),
  },
  en: {
    first: () => import("#texts/en/first"),
    more: () => import("#texts/en/more"),
    link: () => import("#texts/en/link"),
  },
};

type Part = keyof (typeof parts)["ko"];

const useLanguageStore = create<LanguageState>(() => ({
  language: "ko",
  texts: flattenTexts(koFirst),
}));

export const currentLanguage = (): Language => useLanguageStore.getState().language;

export const useLanguage = (): Language => useLanguageStore((state) => state.language);

let requested: Language = "ko";
let needed: readonly Part[] = ["first"];
let latest: Promise<void> = Promise.resolve();

async function fetchTexts(): Promise<Texts> {
  const ofLanguage = parts[requested];
  const trees = await Promise.all(needed.map((part) => ofLanguage[part]()));
  return Object.assign({}, ...trees.map((tree) => flattenTexts(tree.default)));
}

/** Loads the required texts. Of concurrent calls the last one applies, and all wait for it. */
function loadTexts(): Promise<void> {
  const language = requested;
  const run: Promise<void> = fetchTexts().then((texts) => {
    if (run !== latest) return latest;
    document.documentElement.lang = language;
    useLanguageStore.setState({ language, texts });
  });
  latest = run;
  return run;
}

/** Changes and saves the language. */
export async function chooseLanguage(language: Language): Promise<void> {
  const before = requested;
  requested = language;
  try {
    await loadTexts();
    write("localStorage", storageKey, language);
  } catch (error) {
    requested = before;
    throw error;
  }
}

/**
 * Restores the saved language, or that of the link (`?lang=en`). A page handed over by the desk uses the link's
 * language, because the saved one is another user's. Falls back to Korean.
 */
export async function restoreLanguage(): Promise<void> {
  const search = new URLSearchParams(location.search);
  const chosen = read("localStorage", storageKey);
  const language = search.has("desk") ? search.get("lang") : (chosen ?? search.get("lang"));
  if (language === "en") await chooseLanguage("en").catch(() => undefined);
  else if (chosen === "en") write("localStorage", storageKey, "ko");
}

/** Loads the texts of pages other than home, before they render. */
export async function loadMoreTexts(...parts: readonly "link"[]): Promise<void> {
  const before = needed;
  const missing = (["more", ...parts] as const).filter((part) => !before.includes(part));
  if (missing.length === 0) return latest;
  needed = [...before, ...missing];
  try {
    await loadTexts();
  } catch (error) {
    needed = before;
    throw error;
  }
}

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const translator =
  (texts: Texts): Translate =>
  (key, values = {}) =>
    fillText(texts[key] ?? key, values);

/** Translates outside of components. */
export const translate: Translate = (key, values) =>
  translator(useLanguageStore.getState().texts)(key, values);

const lettersIn = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0;

/** The `lang` of a text of the site or its users that is Korean on a page in English, so that it is read aloud as such. */
export function useTextLang(): (text: string) => "ko" | undefined {
  const isKorean = useLanguage() === "ko";
  // Latin letters count a third: company names, and the tags of HTML
  return (text) =>
    !isKorean && lettersIn(text, /\p{Script=Hangul}/gu) * 3 > lettersIn(text, /[a-z]/gi) ? "ko" : undefined;
}

/** Translates in components, which re-render on language changes. */
export const useTranslate = (): Translate => translator(useLanguageStore((state) => state.texts));
