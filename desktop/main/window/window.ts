import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Session } from "electron";
import type { Log } from "../logging/log.ts";
import { safePreferences } from "../security/safe-preferences.ts";
import type { JsonFile } from "../storage/json-file.ts";
import { minSize, placeWindow, type WindowState } from "./window-state.ts";

const saveAfterMs = 400;
/** The page's own background (renderer/connection/styles/tokens.css), so that nothing flashes before it is drawn. */
const pageColours = { light: "#f4f6f8", dark: "#0f131a" };

interface Options {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly state: JsonFile<WindowState | null>;
  /** of the screens, the main one first */
  readonly workAreas: readonly Rectangle[];
  readonly session: Session;
  readonly preload: string;
  /** what it shows at first */
  readonly page: string;
  readonly title: string;
  readonly isDark: boolean;
  readonly devTools: boolean;
  readonly checksSpelling: boolean;
  readonly isFullScreen: boolean;
  readonly log: Log;
}

/** Opens the window where it was last time and shows it once there is something to see. */
export function openWindow(options: Options): BrowserWindow {
  const { maximized, ...bounds } = placeWindow(options.state.value(), options.workAreas);
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
  // it shows the window, and so leaves full screen on some systems
  if (maximized && !options.isFullScreen) window.maximize();
  const show = () => window.show();
  window.once("ready-to-show", show);
  // a load that another one interrupts, by a link at the start say, is never ready
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
    // the place to come back to when it is no longer maximised
    const bounds = window.getNormalBounds();
    // in full screen it is neither maximised nor not
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
