/** Restarts the app to install an update without losing unsaved input or print jobs. */
import type { App, Dialog } from "electron";
import type { Language, RestartOutcome } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import type { Updates } from "./updates.ts";

interface Options {
  readonly updates: Pick<Updates, "read" | "install">;
  /** a print job or dialog is open */
  readonly isBusy: () => boolean;
  /** there is unsaved input */
  readonly hasUnsaved: () => Promise<boolean>;
  /** saves state for the next start; called once nothing prevents the restart */
  readonly prepare: () => Promise<void>;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  readonly app: Pick<App, "on">;
  readonly currentLanguage: () => Language;
  readonly log: Log;
}

export type Restart = ReturnType<typeof createRestart>;

export function createRestart(options: Options) {
  const { updates, app, log } = options;
  let isUnderWay = false;
  let isLeaving = false;
  let hasJustFailed = false;

  // some installers report a failure only after electron-updater has decided to quit
  app.on("before-quit", (event) => {
    if (hasJustFailed) event.preventDefault();
  });

  async function wantsToLeave(): Promise<boolean> {
    const { question, detail, stay, restart } = texts[options.currentLanguage()].unsaved;
    const { response } = await options.dialog.showMessageBox({
      type: "warning",
      message: question,
      detail,
      buttons: [stay, restart],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    return response === 1;
  }

  /** All checks run before the installer starts: nothing may interrupt it. */
  async function mayLeave(isAsked: boolean): Promise<RestartOutcome | "free"> {
    if (updates.read().state !== "ready") return "notReady";
    if (options.isBusy()) return "busy";
    if ((await options.hasUnsaved()) && !(isAsked && (await wantsToLeave()))) return "unsaved";
    // may have changed while waiting for the page and the user
    return options.isBusy() ? "busy" : "free";
  }

  async function leave(isSilent: boolean): Promise<RestartOutcome> {
    await options
      .prepare()
      // the app then starts on its first screen
      .catch((error: Error) => log("return-not-saved", { problem: error.message }));
    isLeaving = true;
    await updates.install(isSilent);
    isLeaving = false;
    hasJustFailed = true;
    setImmediate(() => {
      hasJustFailed = false;
    });
    return "failed";
  }

  async function restart(isAsked: boolean): Promise<RestartOutcome> {
    // a second request while the dialog is open
    if (isUnderWay) return "unsaved";
    isUnderWay = true;
    try {
      const answer = await mayLeave(isAsked);
      return answer === "free" ? await leave(!isAsked) : answer;
    } finally {
      isUnderWay = false;
    }
  }

  return {
    /** At the user's request: asks before unsaved input is lost. */
    byUser: () => restart(true),
    /** Unattended: never while there is unsaved input. */
    unattended: () => restart(false),
    /** The user was already asked about unsaved input; the window must not ask again. */
    isLeaving: () => isLeaving,
  };
}
