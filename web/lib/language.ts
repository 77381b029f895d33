/**
 * The chosen language and its texts. Korean is the default, and what English lacks is said in Korean
 * (docs/behaviour.md, "Languages"): the build sees to that, so only one language is fetched.
 */
import { create } from "zustand";
import { fillText, flattenTexts, type Language, type PathOf, type Texts } from "#browser/language.ts";
import type korean from "#i18n/ko.json";
import koFirst from "#texts/ko/first";
import { read, write } from "./storage.ts";

/** Every text's address, "visitor.home.apply", read off the Korean file. */
export type TextKey = PathOf<Pick<typeof korean, "error" | "field" | "status" | "visitor">>;

interface LanguageState {
  readonly language: Language;
  readonly texts: Texts;
}

const storageKey = "visitor.language";

/** Home's texts in Korean come with the first load; the rest when a page or a choice needs it (build/texts.ts). */
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

let wanted: Language = "ko";
let needed: readonly Part[] = ["first"];
let latest: Promise<void> = Promise.resolve();

async function fetchTexts(): Promise<Texts> {
  const ofLanguage = parts[wanted];
  const trees = await Promise.all(needed.map((part) => ofLanguage[part]()));
  return Object.assign({}, ...trees.map((tree) => flattenTexts(tree.default)));
}

/** Loads the texts that are wanted by now. Of two at once the later counts, and both wait for it. */
function loadTexts(): Promise<void> {
  const language = wanted;
  const run: Promise<void> = fetchTexts().then((texts) => {
    if (run !== latest) return latest;
    document.documentElement.lang = language;
    useLanguageStore.setState({ language, texts });
  });
  latest = run;
  return run;
}

/** Switches the language, for this visit and the next. */
export async function chooseLanguage(language: Language): Promise<void> {
  const before = wanted;
  wanted = language;
  try {
    await loadTexts();
    write("localStorage", storageKey, language);
  } catch (error) {
    wanted = before;
    throw error;
  }
}

/**
 * Restores the language chosen last time, or else that of the link (`?lang=en`); on a page that the desk hands over it is the link's, as
 * somebody else chose before. Texts that fail to load leave Korean.
 */
export async function restoreLanguage(): Promise<void> {
  const search = new URLSearchParams(location.search);
  const chosen = read("localStorage", storageKey);
  const language = search.has("desk") ? search.get("lang") : (chosen ?? search.get("lang"));
  if (language === "en") await chooseLanguage("en").catch(() => undefined);
  else if (chosen === "en") write("localStorage", storageKey, "ko");
}

/** Fetches what the pages beyond home say, and what one of them says alone; they wait for it. */
export async function loadMoreTexts(...also: readonly "link"[]): Promise<void> {
  const before = needed;
  const missing = (["more", ...also] as const).filter((part) => !before.includes(part));
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

/** A text in the chosen language, for code outside components. */
export const translate: Translate = (key, values) =>
  translator(useLanguageStore.getState().texts)(key, values);

/** The same for components, which follow a change of language. */
export const useTranslate = (): Translate => translator(useLanguageStore((state) => state.texts));
