/** An app that several tests use one after the other. */
import { sheets } from "../../../desktop/ipc.ts";
import type { RunningApp } from "./electron-app.ts";

/**
 * Makes it as a new person at the computer finds it: nobody signed in, no window but its own, and no server, cookie, kept
 * list, chosen printer or stored word of the test before. A dialog or a system's part that a test put in place of the program's stays: each test
 * puts its own.
 * It stays on the page that asks for the server, which does not know of what was changed.
 * @param servers known afterwards, the first one chosen; each must answer
 * @throws where one does not
 */
export async function renewApp({ app, page }: RunningApp, servers: readonly string[]): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow, dialog }, own) => {
      for (const window of BrowserWindow.getAllWindows()) if (window !== own) window.destroy();
      // what is typed and not saved may go
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
