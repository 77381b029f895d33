import { app, type BrowserWindow, Menu, nativeImage, Tray } from "electron";
import icon from "../../../resources/icons/desktop/png/32x32.png?inline";
import { texts } from "../language.ts";
import type { ConsoleWindows } from "./console-windows.ts";
import type { AppContext } from "./context.ts";

interface Options {
  readonly windows: ConsoleWindows;
  /** the app restarts for an update */
  readonly isLeaving: () => boolean;
}

/** A tray without a reference disappears. */
let tray: Tray | undefined;

/**
 * By policy: an icon next to the clock. The last window is hidden when it is closed, and the app goes on notifying.
 * @returns call for each window
 */
export function openTray({ currentLanguage }: AppContext, { windows, isLeaving }: Options) {
  let isQuitting = false;
  const { app: names, menu } = texts[currentLanguage()];
  tray = new Tray(nativeImage.createFromDataURL(icon));
  tray.setToolTip(names.name);
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: menu.show, click: windows.show },
      { label: menu.quit, click: () => app.quit() },
    ]),
  );
  tray.on("click", windows.show);
  app.on("before-quit", () => {
    isQuitting = true;
  });
  return (window: BrowserWindow): void => {
    window.on("close", (event) => {
      if (isQuitting || isLeaving() || windows.all().length > 1) return;
      event.preventDefault();
      window.hide();
    });
    // the user stayed because of unsaved input
    window.on("focus", () => {
      isQuitting = false;
    });
  };
}
