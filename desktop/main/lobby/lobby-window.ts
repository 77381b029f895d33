/** The lobby player's window: fills one display, takes no input and reloads after failures. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Session } from "electron";
import type { Log } from "../logging/log.ts";
import { safePreferences } from "../security/safe-preferences.ts";
import { lobbyPage } from "./player-pages.ts";

/** Delay before a reload; doubles each time. */
const minDelayMs = 1_000;
const maxDelayMs = 60_000;
/** The page is local: a longer load means that the service worker does not start. */
const loadTimeoutMs = 10_000;
/** Playing for this long resets the delay. */
const resetDelayMs = 60_000;

interface Options {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly bounds: Rectangle;
  readonly session: Session;
  readonly title: string;
  readonly platform: NodeJS.Platform;
  /** returns the focus to the desk's window */
  readonly yieldFocus: () => void;
  readonly devTools: boolean;
  readonly log: Log;
}

/** Opens the player on a display without taking the focus. It has no preload and no IPC. */
export function openLobbyWindow(options: Options): BrowserWindow {
  const { bounds, session, platform, devTools, log } = options;
  const window = options.create({
    ...bounds,
    title: options.title,
    show: false,
    frame: false,
    skipTaskbar: true,
    backgroundColor: "#000000",
    // full screen on macOS would open a new space or take the menu bar from the desk's display
    ...(platform === "darwin" ? { enableLargerThanScreen: true, hasShadow: false } : { fullscreen: true }),
    // Linux window managers ignore windows that are not focusable
    focusable: platform === "linux",
    webPreferences: {
      ...safePreferences({ session, devTools }),
      // keeps playing while covered
      backgroundThrottling: false,
      disableDialogs: true,
    },
  });
  if (platform === "darwin") window.setAlwaysOnTop(true, "screen-saver");
  else window.removeMenu();
  // scanner input belongs to the desk
  window.on("focus", options.yieldFocus);
  window.once("ready-to-show", () => window.showInactive());
  reloadOnFailure(window, session, log);
  return window;
}

/** Loads the player and reloads it when it crashes, hangs, fails to load or times out. */
function reloadOnFailure(window: BrowserWindow, session: Session, log: Log): void {
  const { webContents } = window;
  let delay = minDelayMs;
  let timer: NodeJS.Timeout | undefined;
  let loadTimer: NodeJS.Timeout | undefined;

  /**
   * A service worker whose installation was interrupted can block the page forever at the next start. The page
   * registers it again; its caches remain.
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
  const reloadLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => !window.isDestroyed() && load(), delay);
    delay = Math.min(delay * 2, maxDelayMs);
  };

  webContents.on("did-navigate", () => clearTimeout(loadTimer));
  webContents.on("did-finish-load", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      delay = minDelayMs;
    }, resetDelayMs);
  });
  webContents.on("did-fail-load", (_event, _code, _text, _url, isMainFrame) => {
    if (!isMainFrame) return;
    clearTimeout(loadTimer);
    reloadLater();
  });
  webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (window.isDestroyed()) return;
    clearTimeout(loadTimer);
    log("lobby-gone", { reason, exitCode });
    reloadLater();
  });
  window.on("unresponsive", () => {
    log("lobby-hangs");
    // "render-process-gone" reloads it
    webContents.forcefullyCrashRenderer();
  });
  window.on("closed", () => {
    clearTimeout(timer);
    clearTimeout(loadTimer);
  });
  load();
}
