import { release, type } from "node:os";
import { app } from "electron";
import type { AppInfo } from "../../ipc.ts";

/** Versions of the app and of what it runs on. */
export const appInfo = (): AppInfo => ({
  version: app.getVersion(),
  electron: process.versions.electron ?? "",
  chromium: process.versions.chrome ?? "",
  system: `${type()} ${release()} (${process.arch})`,
});
