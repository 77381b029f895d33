import type { BrowserWindow } from "electron";
import type { Log } from "../logging/log.ts";
import { startPage } from "../pages/app-routes.ts";
import { errorPage, programErrorPage } from "./error-page.ts";

/** A second crash within this time opens the error page instead of a reload. */
const againWithinMs = 60_000;

interface Options {
  readonly log: Log;
  /** milliseconds since 1970 */
  readonly now: () => number;
}

function show(window: BrowserWindow, address: string, log: Log): void {
  window.loadURL(address).catch((error: Error) => log("page-not-loaded", { problem: error.message }));
}

/**
 * Reloads a crashed page once; after another crash shows an error page. Drafts with personal data are kept in the
 * page's memory only and are lost.
 */
export function recover(window: BrowserWindow, { log, now }: Options): void {
  const { webContents } = window;
  let brokeAt = Number.NEGATIVE_INFINITY;

  webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || window.isDestroyed()) return;
    log("page-gone", { reason, exitCode });
    const isAgain = now() - brokeAt < againWithinMs;
    brokeAt = now();
    show(window, isAgain ? errorPage : webContents.getURL() || startPage, log);
  });
}

/**
 * @param current the window in use
 * @returns shows the error page after an error of the main process, at most once a minute; a page with unsaved input
 * asks before it closes
 */
export function createErrorHandler(
  current: () => BrowserWindow | undefined,
  { log, now }: Options,
): () => void {
  let helpedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const window = current();
    if (!window || now() - helpedAt < againWithinMs) return;
    helpedAt = now();
    show(window, programErrorPage, log);
  };
}
