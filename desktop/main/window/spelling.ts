/**
 * Windows and macOS provide a spell checker. Chromium on Linux would download dictionaries from Google: there it is off
 * (docs/decisions/desktop/policy.md).
 */
import type { App } from "electron";

export const checksSpelling = (platform: NodeJS.Platform): boolean =>
  platform === "win32" || platform === "darwin";

/** Unknown scheme: requests fail without leaving the computer. */
const nowhere = "app://no-dictionaries/";

/**
 * Prevents every session from downloading dictionaries, which Chromium on Windows does for languages without a system
 * dictionary. Call before the first session is created.
 */
export function disableDictionaryDownloads(app: Pick<App, "on">, platform: NodeJS.Platform): void {
  app.on("session-created", (session) => {
    session.setSpellCheckerDictionaryDownloadURL(nowhere);
    if (!checksSpelling(platform)) session.setSpellCheckerEnabled(false);
  });
}
