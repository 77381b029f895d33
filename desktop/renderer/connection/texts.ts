import { createContext, useContext } from "react";
import type { Language } from "#browser/language.ts";
import { desktop as en } from "#i18n/en.json";
import { desktop as ko } from "#i18n/ko.json";

/** The Korean file defines the keys. */
export type Texts = typeof ko;

export const textsOf: Readonly<Record<Language, Texts>> = { ko, en };

export const LanguageContext = createContext<Language>("ko");

export const useLanguage = (): Language => useContext(LanguageContext);

/** Texts in the page's language. */
export const useTexts = (): Texts => textsOf[useLanguage()];
