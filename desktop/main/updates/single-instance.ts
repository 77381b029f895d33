/** Single instance per user, also while an update starts the new version before the old one has ended. */
import type { App } from "electron";

const stepMs = 250;
const timeoutMs = 15_000;

interface Options {
  readonly app: Pick<App, "requestSingleInstanceLock">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** blocks: Electron must not become ready meanwhile */
  readonly pause: (ms: number) => void;
}

/** @returns false if another instance keeps running */
export function acquireSingleInstance({ app, env, pause }: Options): boolean {
  // set by electron-updater when it restarts an AppImage, while the old instance is still closing
  const waitMs = env.APPIMAGE_SILENT_INSTALL === "true" ? timeoutMs : 0;
  for (let waited = 0; ; waited += stepMs) {
    if (app.requestSingleInstanceLock()) return true;
    if (waited >= waitMs) return false;
    pause(stepMs);
  }
}

/** Blocks the process. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
