import type { BrowserWindow } from "electron";

export type ConsoleWindows = ReturnType<typeof createConsoleWindows>;

/** The open windows of the console, the oldest first. */
export function createConsoleWindows() {
  const windows: BrowserWindow[] = [];
  let lastFocused: BrowserWindow | undefined;
  return {
    add(window: BrowserWindow): void {
      windows.push(window);
      lastFocused = window;
      window.on("focus", () => {
        lastFocused = window;
      });
      window.on("closed", () => {
        windows.splice(windows.indexOf(window), 1);
        if (lastFocused === window) lastFocused = windows.at(-1);
      });
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
