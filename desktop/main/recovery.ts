import type { BrowserWindow } from "electron";
import { startPage } from "./app-routes.ts";
import type { Log } from "./log.ts";
import { troublePage } from "./trouble-page.ts";

/** A page that breaks again within this time would break a third time, too. */
const againWithinMs = 60_000;
/** That long a page may be busy before it counts as hanging. */
const patienceMs = 10_000;

interface Options {
  readonly log: Log;
  /** milliseconds since 1970 */
  readonly now: () => number;
}

/**
 * Brings a page back that crashed or hangs: once by itself, and when that does not last with a page that says what can
 * be done. Drafts about people are kept in the page's memory only and go with it.
 */
export function recover(window: BrowserWindow, { log, now }: Options): void {
  const { webContents } = window;
  let brokeAt = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;

  const show = (address: string) => {
    window.loadURL(address).catch((error: Error) => log("page-not-loaded", { problem: error.message }));
  };

  webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    clearTimeout(waiting);
    if (reason === "clean-exit" || window.isDestroyed()) return;
    log("page-gone", { reason, exitCode });
    const isAgain = now() - brokeAt < againWithinMs;
    brokeAt = now();
    show(isAgain ? troublePage : webContents.getURL() || startPage);
  });

  window.on("unresponsive", () => {
    log("page-hangs");
    clearTimeout(waiting);
    // its end is heard above
    waiting = setTimeout(() => webContents.forcefullyCrashRenderer(), patienceMs);
  });
  window.on("responsive", () => clearTimeout(waiting));
  window.on("closed", () => clearTimeout(waiting));
}
