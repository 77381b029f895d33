import type { BrowserWindow, Dialog } from "electron";
import type { Language } from "../../ipc.ts";
import { texts } from "../language.ts";

/**
 * A page that has something unsaved asks before it goes. A browser puts that question itself; Electron would just not
 * close the window.
 * @param isLeaving the program ends in any case, and was allowed to: nothing is asked
 */
export function askAboutUnsaved(
  window: BrowserWindow,
  dialog: Pick<Dialog, "showMessageBoxSync">,
  languageNow: () => Language,
  isLeaving: () => boolean,
): void {
  window.webContents.on("will-prevent-unload", (event) => {
    if (isLeaving()) {
      event.preventDefault();
      return;
    }
    const { question, detail, stay, leave } = texts[languageNow()].unsaved;
    const answer = dialog.showMessageBoxSync(window, {
      type: "warning",
      message: question,
      detail,
      buttons: [stay, leave],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (answer === 1) event.preventDefault();
  });
}
