/** The player's window: the whole of one display, nothing to press, and back by itself when it breaks. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Session } from "electron";
import type { Log } from "../logging/log.ts";
import { safePreferences } from "../security/safe-preferences.ts";
import { lobbyPage } from "./player-pages.ts";

/** Waited before the player is loaded again; each time twice as long. */
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/** The page comes from the bundle: longer than this it takes only where the service worker does not start. */
const loadTimeoutMs = 10_000;
/** It counts as well again after playing for that long. */
const wellAfterMs = 60_000;

interface Options {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly bounds: Rectangle;
  readonly session: Session;
  readonly title: string;
  readonly platform: NodeJS.Platform;
  /** gives the keyboard back to the desk */
  readonly yieldFocus: () => void;
  readonly devTools: boolean;
  readonly log: Log;
}

/** Opens the player over a display, without taking the keyboard from the desk. It has no preload: there is no IPC. */
export function openLobbyWindow(options: Options): BrowserWindow {
  const { bounds, session, platform, devTools, log } = options;
  const window = options.create({
    ...bounds,
    title: options.title,
    show: false,
    frame: false,
    skipTaskbar: true,
    backgroundColor: "#000000",
    // full screen on macOS would take a space of its own, or the menu bar from the desk's display
    ...(platform === "darwin" ? { enableLargerThanScreen: true, hasShadow: false } : { fullscreen: true }),
    // without it Linux leaves a window out of what its window manager does
    focusable: platform === "linux",
    webPreferences: {
      ...safePreferences({ session, devTools }),
      // it plays on behind whatever covers it
      backgroundThrottling: false,
      disableDialogs: true,
    },
  });
  if (platform === "darwin") window.setAlwaysOnTop(true, "screen-saver");
  else window.removeMenu();
  // what a scanner types is meant for the desk
  window.on("focus", options.yieldFocus);
  window.once("ready-to-show", () => window.showInactive());
  keepPlaying(window, session, log);
  return window;
}

/** Loads the player, and again whenever it crashes, hangs, does not load or is not there in time. */
function keepPlaying(window: BrowserWindow, session: Session, log: Log): void {
  const { webContents } = window;
  let wait = firstWaitMs;
  let timer: NodeJS.Timeout | undefined;
  let loadTimer: NodeJS.Timeout | undefined;

  /**
   * A service worker that was being installed when the program ended can hold the page up for good at the next start.
   * The page registers it anew; what it kept stays.
   */
  const loadWithoutWorker = async () => {
    log("lobby-not-loaded", { problem: "timeout" });
    await session.clearStorageData({ storages: ["serviceworkers"] });
    if (!window.isDestroyed()) load();
  };
  const load = () => {
    clearTimeout(loadTimer);
    loadTimer = setTimeout(() => void loadWithoutWorker(), loadTimeoutMs);
    window.loadURL(lobbyPage).catch((error: Error) => {
      if (!window.isDestroyed()) log("lobby-not-loaded", { problem: error.message });
    });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => !window.isDestroyed() && load(), wait);
    wait = Math.min(wait * 2, longestWaitMs);
  };

  webContents.on("did-navigate", () => clearTimeout(loadTimer));
  webContents.on("did-finish-load", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      wait = firstWaitMs;
    }, wellAfterMs);
  });
  webContents.on("did-fail-load", (_event, _code, _text, _url, isMainFrame) => {
    if (!isMainFrame) return;
    clearTimeout(loadTimer);
    later();
  });
  webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (window.isDestroyed()) return;
    clearTimeout(loadTimer);
    log("lobby-gone", { reason, exitCode });
    later();
  });
  window.on("unresponsive", () => {
    log("lobby-hangs");
    // its end is heard above
    webContents.forcefullyCrashRenderer();
  });
  window.on("closed", () => {
    clearTimeout(timer);
    clearTimeout(loadTimer);
  });
  load();
}
