import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Session } from "electron";
import type { Log } from "../logging/log.ts";
import { safePreferences } from "../security/safe-preferences.ts";
import type { JsonFile } from "../storage/json-file.ts";
import { minSize, placeWindow, type WindowState } from "./window-state.ts";

const saveAfterMs = 400;
/** Background of the page (renderer/connection/styles/tokens.css), shown until it is painted. */
const pageColours = { light: "#f4f6f8", dark: "#0f131a" };

interface Options {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly state: JsonFile<WindowState | null>;
  /** a window that this one is to be seen next to */
  readonly near?: BrowserWindow | undefined;
  /** of the screens, the primary one first */
  readonly workAreas: readonly Rectangle[];
  readonly session: Session;
  readonly preload: string;
  /** initial page */
  readonly page: string;
  readonly title: string;
  readonly isDark: boolean;
  readonly devTools: boolean;
  readonly checksSpelling: boolean;
  readonly isFullScreen: boolean;
  readonly log: Log;
}

/** The top left corner of the other window stays visible. */
const step = 32;

function nextTo(window: BrowserWindow): WindowState {
  const { x, y, ...size } = window.getNormalBounds();
  return { x: x + step, y: y + step, ...size, maximized: false };
}

/** Opens the window at its last position and shows it once the page is painted. */
export function openWindow(options: Options): BrowserWindow {
  const { maximized, ...bounds } = placeWindow(
    options.near ? nextTo(options.near) : options.state.value(),
    options.workAreas,
  );
  const window = options.create({
    ...bounds,
    minWidth: minSize.width,
    minHeight: minSize.height,
    title: options.title,
    show: false,
    ...(options.isFullScreen && { fullscreen: true }),
    backgroundColor: options.isDark ? pageColours.dark : pageColours.light,
    webPreferences: safePreferences(options),
  });
  // `maximize` shows the window and leaves full screen on some systems
  if (maximized && !options.isFullScreen) window.maximize();
  const show = () => window.show();
  window.once("ready-to-show", show);
  // "ready-to-show" never fires if another navigation, such as a link at start-up, interrupts the load
  window.webContents.once("did-stop-loading", show);
  rememberState(window, options.state, options.log);
  window
    .loadURL(options.page)
    .catch((error: Error) => options.log("page-not-loaded", { problem: error.message }));
  return window;
}

function rememberState(window: BrowserWindow, state: JsonFile<WindowState | null>, log: Log): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    // position to restore when it is no longer maximised
    const bounds = window.getNormalBounds();
    // full screen does not change the maximised state
    const maximized = window.isFullScreen() ? state.value()?.maximized === true : window.isMaximized();
    state
      .change(() => ({ ...bounds, maximized }))
      .catch((error: Error) => log("window-state-not-saved", { problem: error.message }));
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, saveAfterMs);
  };
  window.on("resize", saveSoon);
  window.on("move", saveSoon);
  window.on("close", save);
}
