import { desktop as en } from "#i18n/en.json";
import { desktop as ko } from "#i18n/ko.json";
import type { Language } from "../ipc.ts";

/** The main process's own texts: the menu and messages that come without a window. */
export const texts: Readonly<Record<Language, typeof ko>> = { ko, en };

/**
 * The language chosen here, else the system's: English where that comes first, otherwise Korean.
 * @param preferred the system's languages, the favourite first, "en-GB"
 */
export function languageFor(chosen: Language | null, preferred: readonly string[]): Language {
  return chosen ?? (preferred[0]?.toLowerCase().startsWith("en") ? "en" : "ko");
}
