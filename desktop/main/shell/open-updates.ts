import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { app, dialog, powerMonitor, type WebContents } from "electron";
import type { Ipc } from "../security/ipc-guard.ts";
import { openRestarts } from "../updates/open-restarts.ts";
import { isSelfUpdating } from "../updates/self-updating.ts";
import { createUpdates } from "../updates/updates.ts";
import type { AppContext } from "./context.ts";

interface Options {
  readonly send: Ipc["send"];
  readonly windows: () => readonly WebContents[];
  readonly windowContents: () => WebContents | undefined;
  /** a print job or dialog is open */
  readonly isBusy: () => boolean;
}

const installation = () => ({
  platform: process.platform,
  isPackaged: app.isPackaged,
  resources: process.resourcesPath ?? "",
  program: process.execPath,
  env: process.env,
  exists: existsSync,
});

/** The release key that `npm run package` built in. */
function releaseKey(): string | undefined {
  const { updateKey } = JSON.parse(readFileSync(join(app.getAppPath(), "package.json"), "utf8"));
  return typeof updateKey === "string" ? updateKey : undefined;
}

/** Creates updates and restarts; neither starts yet. */
export function openUpdates(
  { policy: { policy, isBroken }, currentLanguage, log }: AppContext,
  { send, windows, windowContents, isBusy }: Options,
) {
  const updatesItself = isSelfUpdating(installation());
  const updates = createUpdates({
    load: () => import("electron-updater").then(({ default: { autoUpdater } }) => autoUpdater),
    policy,
    isPolicyBroken: isBroken,
    isSelfUpdating: updatesItself,
    releaseKey: updatesItself ? releaseKey() : undefined,
    platform: process.platform,
    onChange: (state) => send("updates.changed", state),
    repeat: setInterval,
    later: setTimeout,
    log,
  });
  const restarts = openRestarts({
    updates,
    app,
    dialog,
    powerMonitor,
    windows,
    windowContents,
    send,
    isBusy,
    file: join(app.getPath("userData"), "return.json"),
    hour: policy.updateHour,
    currentLanguage,
    log,
  });
  return { updates, restarts };
}
