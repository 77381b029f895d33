/** Restarts the program to install an update, without losing what is typed or printed. */
import type { App, Dialog } from "electron";
import type { Language, RestartOutcome } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import type { Updates } from "./updates.ts";

interface Options {
  readonly updates: Pick<Updates, "read" | "install">;
  /** something is being printed, or a dialog for it is open */
  readonly isBusy: () => boolean;
  /** something is typed that a restart would lose */
  readonly hasTyped: () => Promise<boolean>;
  /** keeps what the next start takes up; called when nothing stands in the way any more */
  readonly prepare: () => Promise<void>;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  readonly app: Pick<App, "on">;
  readonly languageNow: () => Language;
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
    const { question, detail, stay, restart } = texts[options.languageNow()].unsaved;
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

  /** All questions come before the installer starts: nothing may stop the program half-way. */
  async function mayLeave(isAsked: boolean): Promise<RestartOutcome | "free"> {
    if (updates.read().state !== "ready") return "notReady";
    if (options.isBusy()) return "busy";
    if ((await options.hasTyped()) && !(isAsked && (await wantsToLeave()))) return "typed";
    // the page and the person took their time to answer
    return options.isBusy() ? "busy" : "free";
  }

  async function leave(isSilent: boolean): Promise<RestartOutcome> {
    await options
      .prepare()
      // it comes up on its first screen then
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
    // whoever presses again while the question is open has not answered it
    if (isUnderWay) return "typed";
    isUnderWay = true;
    try {
      const answer = await mayLeave(isAsked);
      return answer === "free" ? await leave(!isAsked) : answer;
    } finally {
      isUnderWay = false;
    }
  }

  return {
    /** A person wishes it: whether they want to lose what is typed is asked. */
    byPerson: () => restart(true),
    /** Nobody is there to be asked: not while anything is typed. */
    byItself: () => restart(false),
    /** What is not saved was asked about; the window must not ask once more. */
    isLeaving: () => isLeaving,
  };
}
