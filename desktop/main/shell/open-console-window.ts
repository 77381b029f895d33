/** Opens and supervises the console's window. */
import { join } from "node:path";
import { app, BrowserWindow, clipboard, dialog, Menu, nativeTheme, type Session, screen } from "electron";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import { watchPage } from "../recovery/page-watch.ts";
import { recover } from "../recovery/recovery.ts";
import { type OpenExternal, openSiteLinks } from "../security/external-link.ts";
import type { ServerProxy } from "../server/server-proxy.ts";
import type { JsonFile } from "../storage/json-file.ts";
import { openContextMenus } from "../window/context-menu.ts";
import { checksSpelling } from "../window/spelling.ts";
import { askAboutUnsaved } from "../window/unsaved-changes.ts";
import { openWindow } from "../window/window.ts";
import type { WindowState } from "../window/window-state.ts";
import type { AppContext } from "./context.ts";

interface Page {
  /** session of local pages */
  readonly pages: Session;
  /** initial page */
  readonly page: string;
  readonly isFullScreen: boolean;
  readonly state: JsonFile<WindowState | null>;
  /** the window that is open already */
  readonly near: BrowserWindow | undefined;
}

interface Watchers {
  readonly proxy: Pick<ServerProxy, "endAll" | "endEvents" | "endStreams">;
  /** another window is open */
  readonly hasOthers: () => boolean;
  readonly openExternal: OpenExternal;
  /** a print dialog is open */
  readonly isDialogOpen: () => boolean;
  /** the app restarts and has asked already */
  readonly isLeaving: () => boolean;
}

function workAreas() {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

/** Navigates the window to a local page if it is open. */
export function showPage(window: BrowserWindow | undefined, page: string, log: Log): void {
  window?.loadURL(page).catch((error: Error) => log("page-not-loaded", { problem: error.message }));
}

/** Opens the window at its last position. */
export const openConsoleWindow = (
  { currentLanguage, log }: AppContext,
  { pages, page, isFullScreen, state, near }: Page,
): BrowserWindow =>
  openWindow({
    create: (options) => new BrowserWindow(options),
    state,
    near,
    workAreas: workAreas(),
    session: pages,
    page,
    preload: join(import.meta.dirname, "../preload/index.cjs"),
    title: texts[currentLanguage()].app.name,
    isDark: nativeTheme.shouldUseDarkColors,
    devTools: !app.isPackaged,
    checksSpelling: checksSpelling(process.platform),
    isFullScreen,
    log,
  });

/** Recovers hanging and crashed pages, adds context menus and links, and ends the requests of a page that closes. */
export function watchConsoleWindow(
  window: BrowserWindow,
  { timing, currentServer, currentLanguage, log }: AppContext,
  { proxy, hasOthers, openExternal, isDialogOpen, isLeaving }: Watchers,
): void {
  const { webContents } = window;
  recover(window, { log, now: Date.now });
  watchPage(window, {
    dialog,
    isDialogOpen,
    currentLanguage,
    now: Date.now,
    intervalMs: timing.pagePingMs,
    log,
  });
  openContextMenus({
    contents: webContents,
    currentLanguage,
    currentServer,
    copy: clipboard.writeText,
    show: (template) => Menu.buildFromTemplate(template).popup({ window }),
  });
  openSiteLinks(webContents, { currentServer, openExternal, log });
  askAboutUnsaved(window, dialog, currentLanguage, isLeaving);
  // a request does not tell its window: those of another one continue
  const end = (work: () => void) => () => (hasOthers() ? proxy.endEvents() : work());
  // the first navigation leaves no page
  webContents.once("did-navigate", () => webContents.on("did-navigate", end(proxy.endStreams)));
  webContents.on("render-process-gone", end(proxy.endAll));
  webContents.on("destroyed", end(proxy.endAll));
}
