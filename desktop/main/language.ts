import { desktop as en } from "#i18n/en.json";
import { desktop as ko } from "#i18n/ko.json";
import type { Language } from "../ipc.ts";

/** Texts of the main process: the menu and dialogs. */
export const texts: Readonly<Record<Language, typeof ko>> = { ko, en };

/**
 * The chosen language, else the system's: English where that comes first, otherwise Korean.
 * @param preferred the system's languages in order of preference, "en-GB"
 */
export function languageFor(chosen: Language | null, preferred: readonly string[]): Language {
  return chosen ?? (preferred[0]?.toLowerCase().startsWith("en") ? "en" : "ko");
}
