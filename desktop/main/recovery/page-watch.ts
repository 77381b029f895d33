import type { BrowserWindow, Dialog } from "electron";
import { type Language, pagePing, pagePong } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";

/** So many pings in a row without an answer, and the page counts as hanging. */
const maxMissed = 5;

interface Options {
  readonly dialog: Pick<Dialog, "showMessageBox">;
  /** a system dialog that holds the page is open, say the one for printing */
  readonly isDialogOpen: () => boolean;
  readonly languageNow: () => Language;
  /** milliseconds since 1970 */
  readonly now: () => number;
  /** milliseconds between two pings */
  readonly intervalMs: number;
  readonly log: Log;
}

/**
 * Asks the page again and again whether it still runs; the preload answers from the page's own thread. Electron's
 * `unresponsive` cannot tell: closing the window arms it, and it goes on after the person chose to stay. A page that
 * hangs is ended only when the person asks for it.
 */
export function watchPage(window: BrowserWindow, options: Options): void {
  const { dialog, isDialogOpen, languageNow, now, intervalMs, log } = options;
  const { webContents } = window;
  let missed = 0;
  let tickedAt = now();
  let question: AbortController | undefined;

  async function askPerson(): Promise<void> {
    if (question) return;
    question = new AbortController();
    const { signal } = question;
    log("page-hangs");
    const { title, detail, wait, reload } = texts[languageNow()].hang;
    const { response } = await dialog.showMessageBox(window, {
      type: "warning",
      message: title,
      detail,
      buttons: [wait, reload],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    });
    question = undefined;
    missed = 0;
    if (response !== 1 || signal.aborted || window.isDestroyed()) return;
    log("page-ended");
    // recovery.ts hears of it and opens the page again
    webContents.forcefullyCrashRenderer();
  }

  function tick(): void {
    // this process itself stood still, while a message box was open or the computer slept
    const wasHeld = now() - tickedAt > 2 * intervalMs;
    tickedAt = now();
    if (wasHeld || isDialogOpen() || webContents.isCrashed() || webContents.isDevToolsOpened()) missed = 0;
    else missed += 1;
    if (!webContents.isCrashed()) webContents.send(pagePing);
    if (missed > maxMissed)
      askPerson().catch((error: Error) => log("question-failed", { problem: error.message }));
  }

  function answered(): void {
    missed = 0;
    question?.abort();
  }

  const timer = setInterval(tick, intervalMs);
  webContents.ipc.on(pagePong, answered);
  webContents.on("render-process-gone", answered);
  window.on("closed", () => {
    clearInterval(timer);
    question?.abort();
  });
}
