import type { BrowserWindow, Dialog } from "electron";
import type { Language } from "../../ipc.ts";
import { texts } from "../language.ts";

/**
 * Asks before a page with unsaved input closes. Browsers do this themselves; Electron would just keep the window open.
 * @param isLeaving the app quits and has asked already
 */
export function askAboutUnsaved(
  window: BrowserWindow,
  dialog: Pick<Dialog, "showMessageBoxSync">,
  currentLanguage: () => Language,
  isLeaving: () => boolean,
): void {
  window.webContents.on("will-prevent-unload", (event) => {
    if (isLeaving()) {
      event.preventDefault();
      return;
    }
    const { question, detail, stay, leave } = texts[currentLanguage()].unsaved;
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
