import type { BrowserWindow, Dialog } from "electron";
import { type Language, pagePing, pagePong } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";

/** Number of unanswered pings after which the page counts as hanging. */
const maxMissed = 5;

interface Options {
  readonly dialog: Pick<Dialog, "showMessageBox">;
  /** a system dialog that blocks the page is open, such as the print dialog */
  readonly isDialogOpen: () => boolean;
  readonly currentLanguage: () => Language;
  /** milliseconds since 1970 */
  readonly now: () => number;
  /** milliseconds between pings */
  readonly intervalMs: number;
  readonly log: Log;
}

/**
 * Pings the page; the preload answers from the page's thread. Electron's `unresponsive` is unreliable: closing the
 * window triggers it, even if the user then stays. A hanging page is ended only at the user's request.
 */
export function watchPage(window: BrowserWindow, options: Options): void {
  const { dialog, isDialogOpen, currentLanguage, now, intervalMs, log } = options;
  const { webContents } = window;
  let missed = 0;
  let lastTickAt = now();
  let question: AbortController | undefined;

  async function askUser(): Promise<void> {
    if (question) return;
    question = new AbortController();
    const { signal } = question;
    log("page-hangs");
    const { title, detail, wait, reload } = texts[currentLanguage()].hang;
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
    // recovery.ts reloads the page
    webContents.forcefullyCrashRenderer();
  }

  function tick(): void {
    // this process was suspended: a message box was open or the computer slept
    const wasSuspended = now() - lastTickAt > 2 * intervalMs;
    lastTickAt = now();
    if (wasSuspended || isDialogOpen() || webContents.isCrashed() || webContents.isDevToolsOpened())
      missed = 0;
    else missed += 1;
    if (!webContents.isCrashed()) webContents.send(pagePing);
    if (missed > maxMissed)
      askUser().catch((error: Error) => log("question-failed", { problem: error.message }));
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
