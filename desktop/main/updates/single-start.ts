/** One program for one person, also while an update starts the new version before the old one has ended. */
import type { App } from "electron";

const stepMs = 250;
const timeoutMs = 15_000;

interface Options {
  readonly app: Pick<App, "requestSingleInstanceLock">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** waits without letting anything else run: Electron must not get ready in the meantime */
  readonly pause: (ms: number) => void;
}

/** @returns false where another one runs and stays */
export function isOnlyOne({ app, env, pause }: Options): boolean {
  // set by electron-updater for an AppImage that it starts, while the old one is still closing its files
  const waitMs = env.APPIMAGE_SILENT_INSTALL === "true" ? timeoutMs : 0;
  for (let waited = 0; ; waited += stepMs) {
    if (app.requestSingleInstanceLock()) return true;
    if (waited >= waitMs) return false;
    pause(stepMs);
  }
}

/** Sleeps with the whole program. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
