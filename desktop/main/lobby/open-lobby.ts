/** Creates the lobby player with its session, pages and displays. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { app, BrowserWindow, powerSaveBlocker, screen, session } from "electron";
import type { Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import { parseFileList } from "../pages/app-protocol.ts";
import type { Policy } from "../policy/policy.ts";
import { lockSession } from "../security/lockdown.ts";
import type { ServerRequest } from "../server/server-request.ts";
import { createLobby, type Lobby } from "./lobby.ts";
import { createPlayerPages, lobbyOrigin } from "./player-pages.ts";

interface Options {
  readonly policy: Policy;
  readonly currentServer: () => string | undefined;
  readonly currentLanguage: () => Language;
  readonly send: ServerRequest;
  /** rebuilds the menu */
  readonly onChange: () => void;
  readonly log: Log;
}

/** @throws when the build does not contain the player */
export function openLobby({ policy, currentServer, currentLanguage, send, onChange, log }: Options): Lobby {
  const own = session.fromPartition("persist:lobby");
  lockSession(own, log, [`${lobbyOrigin}/`]);
  own.on("will-download", (event) => event.preventDefault());
  const folder = join(import.meta.dirname, "../player");
  own.protocol.handle(
    "https",
    createPlayerPages({
      folder,
      files: parseFileList(readFileSync(join(folder, "files.json"), "utf8")),
      currentServer,
      // in memory, without cookies
      session: session.fromPartition("lobby-server"),
      send,
      log,
    }),
  );
  return createLobby({
    file: join(app.getPath("userData"), "lobby.json"),
    screen,
    powerSaveBlocker,
    create: (options) => new BrowserWindow(options),
    session: own,
    policy: policy.lobbyDisplay,
    currentServer,
    currentTexts: () => texts[currentLanguage()].lobby,
    onChange,
    platform: process.platform,
    devTools: !app.isPackaged,
    log,
  });
}
