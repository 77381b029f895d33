import type { BrowserWindow } from "electron";
import type { Log } from "../logging/log.ts";
import { startPage } from "../pages/app-routes.ts";
import { programTroublePage, troublePage } from "./trouble-page.ts";

/** A page that breaks again within this time would break a third time, too. */
const againWithinMs = 60_000;

interface Options {
  readonly log: Log;
  /** milliseconds since 1970 */
  readonly now: () => number;
}

/**
 * Brings a page back that crashed: once by itself, and when that does not last with a page that says what can be done.
 * Drafts about people are kept in the page's memory only and go with it.
 * @returns shows the page that helps after an error of the program itself; at most once a minute, and a page with
 *   something unsaved asks before it goes
 */
export function recover(window: BrowserWindow, { log, now }: Options): () => void {
  const { webContents } = window;
  let brokeAt = Number.NEGATIVE_INFINITY;
  let helpedAt = Number.NEGATIVE_INFINITY;

  const show = (address: string) => {
    window.loadURL(address).catch((error: Error) => log("page-not-loaded", { problem: error.message }));
  };

  webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || window.isDestroyed()) return;
    log("page-gone", { reason, exitCode });
    const isAgain = now() - brokeAt < againWithinMs;
    brokeAt = now();
    show(isAgain ? troublePage : webContents.getURL() || startPage);
  });

  return () => {
    if (window.isDestroyed() || now() - helpedAt < againWithinMs) return;
    helpedAt = now();
    show(programTroublePage);
  };
}
