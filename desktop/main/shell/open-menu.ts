import { app, type BrowserWindow, Menu, shell } from "electron";
import type { Language, MenuCommand } from "../../ipc.ts";
import type { Diagnostics } from "../diagnostics/diagnostics.ts";
import type { Lobby } from "../lobby/lobby.ts";
import { startPage } from "../pages/app-routes.ts";
import type { ConnectionControl } from "../server/connection.ts";
import type { StartOption } from "../startup/start-option.ts";
import type { Updates } from "../updates/updates.ts";
import { menuTemplate } from "../window/menu.ts";
import type { Zoom } from "../window/zoom.ts";
import type { AppContext } from "./context.ts";
import { showPage } from "./open-console-window.ts";

interface Options {
  /** the one in use */
  readonly window: () => BrowserWindow | undefined;
  readonly openWindow: () => void;
  readonly connection: Pick<ConnectionControl, "chooseLanguage">;
  readonly diagnostics: Pick<Diagnostics, "save">;
  readonly lobby: Pick<Lobby, "entries">;
  readonly zoom: Pick<Zoom, "change">;
  readonly updates: Pick<Updates, "check">;
  /** lets the page carry it out */
  readonly send: (event: "menu.chosen", command: MenuCommand) => void;
  readonly showAbout: () => Promise<void>;
  /** start-up options */
  readonly starts: readonly StartOption[];
}

/** Builds the menu; rebuilds it when an entry changes. */
export function openMenu({ currentLanguage, log }: AppContext, options: Options) {
  const { window, openWindow, connection, diagnostics, lobby, zoom, updates, send, showAbout, starts } =
    options;

  async function chooseLanguage(language: Language): Promise<void> {
    await connection.chooseLanguage(language);
    show();
  }

  const notSaved = (error: Error) => log("settings-not-saved", { problem: error.message });

  const command = (chosen: MenuCommand) => send("menu.chosen", chosen);
  // `goBack` skips screens that were opened without a click in the page
  const goTo = (offset: 1 | -1) => window()?.webContents.navigationHistory.goToOffset(offset);

  function show(): void {
    const template = menuTemplate({
      language: currentLanguage(),
      isMac: process.platform === "darwin",
      devTools: !app.isPackaged,
      changeServer: () => showPage(window(), startPage, log),
      chooseLanguage: (language) => void chooseLanguage(language).catch(notSaved),
      openWindow,
      command,
      goBack: () => goTo(-1),
      goForward: () => goTo(1),
      zoom: (step) => zoom.change(window(), step),
      lobby: lobby.entries(),
      openLogs: () => void shell.openPath(app.getPath("logs")),
      saveDiagnostics: () => diagnostics.save(),
      checkUpdates() {
        void updates.check();
        command("about");
      },
      showAbout: () => void showAbout(),
      starts,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  return { chooseLanguage, show };
}
