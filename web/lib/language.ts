/**
 * The chosen language and its texts. Korean is the default, and what English lacks is said in Korean
 * (specification, section 1): the build sees to that, so only one language is fetched.
 */
import { create } from "zustand";
import type korean from "#i18n/ko.json";
import koFirst from "#texts/ko/first";
import { read, write } from "./storage.ts";

export const languages = ["ko", "en"] as const;

export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = { ko: "한국어", en: "English" };

/** Every text's address, "visitor.home.apply", read off the Korean file. */
type PathOf<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${PathOf<T[Key]>}`;
}[keyof T & string];

export type TextKey = PathOf<Pick<typeof korean, "error" | "status" | "visitor">>;

/** Texts by address. */
type Texts = Readonly<Record<string, string>>;

interface LanguageState {
  readonly language: Language;
  readonly texts: Texts;
}

const storageKey = "visitor.language";

/** Home's texts in Korean come with the first load; the rest when a page or a choice needs it (build/texts.ts). */
const parts = {
  ko: { first: async () => ({ default: koFirst }), more: () => import("#texts/ko/more") },
  en: { first: () => import("#texts/en/first"), more: () => import("#texts/en/more") },
};

function flatten(tree: Readonly<Record<string, unknown>>, prefix = ""): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") texts[prefix + key] = value;
    else Object.assign(texts, flatten(value as Readonly<Record<string, unknown>>, `${prefix}${key}.`));
  }
  return texts;
}

export const useLanguageStore = create<LanguageState>(() => ({ language: "ko", texts: flatten(koFirst) }));

export const currentLanguage = (): Language => useLanguageStore.getState().language;

export const useLanguage = (): Language => useLanguageStore((state) => state.language);

let wanted: Language = "ko";
let areAllNeeded = false;
let latest: Promise<void> = Promise.resolve();

async function fetchTexts(): Promise<Texts> {
  const { first, more } = parts[wanted];
  const trees = await Promise.all(areAllNeeded ? [first(), more()] : [first()]);
  return Object.assign({}, ...trees.map((tree) => flatten(tree.default)));
}

/** Takes up the texts that are wanted by now. Of two at once the later counts, and both wait for it. */
function takeUp(): Promise<void> {
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
    await takeUp();
    write("localStorage", storageKey, language);
  } catch (error) {
    wanted = before;
    throw error;
  }
}

/** Takes up the language chosen last time. Texts that fail to load leave Korean. */
export async function restoreLanguage(): Promise<void> {
  if (read("localStorage", storageKey) === "en") await chooseLanguage("en").catch(() => undefined);
}

/** Fetches what the pages beyond home say; they wait for it. */
export async function loadAllTexts(): Promise<void> {
  if (areAllNeeded) return latest;
  areAllNeeded = true;
  try {
    await takeUp();
  } catch (error) {
    areAllNeeded = false;
    throw error;
  }
}

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const translator =
  (texts: Texts): Translate =>
  (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A text in the chosen language, for code outside components. */
export const translate: Translate = (key, values) =>
  translator(useLanguageStore.getState().texts)(key, values);

/** The same for components, which follow a change of language. */
export const useTranslate = (): Translate => translator(useLanguageStore((state) => state.texts));
