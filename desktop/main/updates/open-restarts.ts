/** Creates restarts for updates: by the user, or in the policy's hour. */
import type { App, Dialog, PowerMonitor, WebContents } from "electron";
import type { Calls, Events, Language } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { startPage } from "../pages/app-routes.ts";
import { errorPage } from "../recovery/error-page.ts";
import { createRestart } from "./restart.ts";
import { openReturnPage } from "./return-page.ts";
import { createUnsavedCheck } from "./unsaved-check.ts";
import { updateInHour } from "./update-hour.ts";
import type { Updates } from "./updates.ts";

interface Options {
  readonly updates: Updates;
  readonly app: Pick<App, "on">;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  readonly powerMonitor: Pick<PowerMonitor, "getSystemIdleTime">;
  readonly windows: () => readonly WebContents[];
  /** of the window in use */
  readonly windowContents: () => WebContents | undefined;
  readonly send: (event: "unsaved.asked", question: Events["unsaved.asked"]) => void;
  /** a print job or dialog is open */
  readonly isBusy: () => boolean;
  /** file for the screen to return to */
  readonly file: string;
  /** 0 to 23, from the policy; undefined: only the user restarts */
  readonly hour: number | undefined;
  readonly currentLanguage: () => Language;
  readonly log: Log;
}

type RestartCalls = Pick<Calls, "unsaved.answer"> & {
  readonly "updates.restart": () => Promise<ReturnType<Calls["updates.restart"]>>;
};

export function openRestarts(options: Options) {
  const { updates, windows, windowContents, log } = options;
  const unsavedCheck = createUnsavedCheck({
    ask(question) {
      options.send("unsaved.asked", question);
      return windows().filter((contents) => contents.getURL() !== errorPage).length;
    },
    later: setTimeout,
  });
  const returnPage = openReturnPage(options.file, Date.now, log);
  const restart = createRestart({
    ...options,
    hasUnsaved: unsavedCheck.hasUnsaved,
    prepare: () => returnPage.keep(windowContents()?.getURL() ?? startPage),
  });
  const calls: RestartCalls = { "updates.restart": restart.byUser, "unsaved.answer": unsavedCheck.answer };
  return {
    calls,
    isLeaving: restart.isLeaving,
    takeReturnPage: returnPage.take,
    start: () =>
      updateInHour({
        hour: options.hour,
        update: updates.read,
        restart,
        systemIdleSeconds: () => options.powerMonitor.getSystemIdleTime(),
        now: () => new Date(),
        repeat: setInterval,
        log,
      }),
  };
}
