import type { BrowserWindow } from "electron";

export type ConsoleWindows = ReturnType<typeof createConsoleWindows>;

/** The open windows of the console, the oldest first. */
export function createConsoleWindows() {
  let windows: readonly BrowserWindow[] = [];
  let lastFocused: BrowserWindow | undefined;

  function remove(window: BrowserWindow): void {
    windows = windows.filter((other) => other !== window);
    if (lastFocused === window) lastFocused = windows.at(-1);
  }

  return {
    add(window: BrowserWindow): void {
      windows = [...windows, window];
      lastFocused = window;
      window.on("focus", () => {
        lastFocused = window;
      });
      // a closing window loses its page first, and a menu entry may be chosen in between
      window.webContents.on("destroyed", () => remove(window));
      window.on("closed", () => remove(window));
    },
    all: (): readonly BrowserWindow[] => windows,
    /** The window in use. */
    current: (): BrowserWindow | undefined => lastFocused,
    /** Brings the window in use to the front. */
    show(): void {
      if (lastFocused?.isMinimized()) lastFocused.restore();
      lastFocused?.show();
      lastFocused?.focus();
    },
  };
}
