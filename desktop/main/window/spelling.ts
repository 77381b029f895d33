/**
 * Spelling is checked by the system, on Windows and macOS. On Linux Chromium has dictionaries of its own only, which it
 * would fetch from Google: there it is off (docs/decisions/desktop/policy.md).
 */
import type { App } from "electron";

export const checksSpelling = (platform: NodeJS.Platform): boolean =>
  platform === "win32" || platform === "darwin";

/** No scheme that the network knows: what is asked for there fails without leaving the computer. */
const nowhere = "app://no-dictionaries/";

/**
 * Keeps every session from fetching a dictionary. On Windows Chromium would do so for a language that the system does not
 * check. Call before the first session comes to be.
 */
export function keepSpellingLocal(app: Pick<App, "on">, platform: NodeJS.Platform): void {
  app.on("session-created", (session) => {
    session.setSpellCheckerDictionaryDownloadURL(nowhere);
    if (!checksSpelling(platform)) session.setSpellCheckerEnabled(false);
  });
}
