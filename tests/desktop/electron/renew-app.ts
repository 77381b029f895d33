/** An app that several tests use one after the other. */
import { sheets } from "../../../desktop/ipc.ts";
import type { RunningApp } from "./electron-app.ts";

/**
 * Resets it: signed out, one window, and no server, cookie, list, printer choice or stored text of the previous test. Dialogs
 * that a test replaced stay replaced. It ends on the connection page, which does not show the changes yet.
 * @param servers known afterwards, the first one chosen; each must answer
 * @throws where one does not
 */
export async function renewApp({ app, page }: RunningApp, servers: readonly string[]): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow, dialog }, own) => {
      for (const window of BrowserWindow.getAllWindows()) if (window !== own) window.destroy();
      // unsaved input is discarded
      dialog.showMessageBoxSync = () => 1;
    },
    await app.browserWindow(page),
  );
  await page.goto("app://console/");
  await page.evaluate(`(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const sheet of ${JSON.stringify(sheets)})
      await desktop.choosePrinting(sheet, { printer: null, isSilent: false });
    await desktop.chooseAttention({ notifications: true, sound: false });
    const { servers } = await desktop.readConnection();
    await Promise.all(servers.map((server) => desktop.forgetServer(server)));
    await desktop.wipeSnapshot();
    for (const server of ${JSON.stringify([...servers].reverse())}) {
      const { connected } = await desktop.connect(server);
      if (!connected) throw new Error(server + " does not answer.");
    }
    await desktop.chooseLanguage("ko");
  })()`);
}
