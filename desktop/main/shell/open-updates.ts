import { existsSync } from "node:fs";
import { join } from "node:path";
import { app, dialog, powerMonitor, type WebContents } from "electron";
import type { Ipc } from "../security/ipc-guard.ts";
import { openRestarts } from "../updates/open-restarts.ts";
import { isSelfUpdating } from "../updates/self-updating.ts";
import { createUpdates } from "../updates/updates.ts";
import type { AppContext } from "./context.ts";

interface Options {
  readonly send: Ipc["send"];
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

/** Creates updates and restarts; neither starts yet. */
export function openUpdates(
  { policy: { policy, isBroken }, currentLanguage, log }: AppContext,
  { send, windowContents, isBusy }: Options,
) {
  const updates = createUpdates({
    load: () => import("electron-updater").then(({ default: { autoUpdater } }) => autoUpdater),
    policy,
    isPolicyBroken: isBroken,
    isSelfUpdating: isSelfUpdating(installation()),
    changed: (state) => send("updates.changed", state),
    repeat: setInterval,
    later: setTimeout,
    log,
  });
  const restarts = openRestarts({
    updates,
    app,
    dialog,
    powerMonitor,
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
