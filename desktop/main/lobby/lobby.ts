/** The lobby player on a second display: chosen in the menu, saved, and closed while that display is disconnected. */
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Display,
  PowerSaveBlocker,
  Screen,
  Session,
} from "electron";
import * as z from "zod/mini";
import type { Log } from "../logging/log.ts";
import { openJsonFile } from "../storage/json-file.ts";
import {
  choiceOf,
  displayLabel,
  findDisplay,
  type LobbyChoice,
  sameBounds,
  secondDisplay,
} from "./displays.ts";
import { openLobbyWindow } from "./lobby-window.ts";

/** Delay after display changes, moves of the desk's window, or an unexpected close of the player. */
const refreshDelayMs = 1_000;

const stateSchema = z.object({
  display: z.nullable(
    z.object({
      id: z.number(),
      bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
    }),
  ),
  server: z.nullable(z.string()),
});

interface LobbyState {
  readonly display: LobbyChoice | null;
  /** server whose playlist and media are cached in the session */
  readonly server: string | null;
}

interface Texts {
  readonly off: string;
  readonly nameless: string;
  readonly deskHere: string;
  readonly title: string;
}

interface Options {
  readonly file: string;
  readonly screen: Pick<Screen, "getAllDisplays" | "getPrimaryDisplay" | "getDisplayMatching" | "on">;
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, "start" | "stop">;
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  /** used by the player only */
  readonly session: Session;
  /** policy: true opens it on a second display, false never; undefined: the user decides */
  readonly policy: boolean | undefined;
  readonly currentServer: () => string | undefined;
  readonly currentTexts: () => Texts;
  /** rebuilds the menu */
  readonly onChange: () => void;
  readonly platform: NodeJS.Platform;
  readonly devTools: boolean;
  readonly log: Log;
}

/** An entry of the menu; the first one turns the player off. */
export interface LobbyEntry {
  readonly label: string;
  readonly isChosen: boolean;
  readonly isEnabled: boolean;
  readonly choose: () => void;
}

/** @returns the lobby's functions for menu and shell; nothing opens before `follow` */
export function createLobby(options: Options) {
  const { screen, session, policy, currentServer, currentTexts, onChange, log } = options;
  const fallback: LobbyState = { display: null, server: null };
  const stored = openJsonFile<LobbyState>({ file: options.file, schema: stateSchema, fallback, log });
  let desk: BrowserWindow | undefined;
  let shown:
    | { readonly window: BrowserWindow; readonly display: Display; readonly blockerId: number }
    | undefined;
  let isWatchingScreen = false;
  let opening = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** entries currently in the menu */
  let lastEntries = "";

  const save = (change: Partial<LobbyState>) =>
    stored
      .change((state) => ({ ...state, ...change }))
      .catch((error: Error) => log("lobby-not-saved", { problem: error.message }));

  const deskDisplay = () =>
    desk && !desk.isDestroyed()
      ? screen.getDisplayMatching(desk.getBounds()).id
      : screen.getPrimaryDisplay().id;

  function targetDisplay(): Display | undefined {
    if (policy === false || !desk || currentServer() === undefined) return undefined;
    const displays = screen.getAllDisplays();
    const { display } = stored.value();
    const desks = deskDisplay();
    const chosen = display ? findDisplay(display, displays, desks) : undefined;
    return chosen ?? (policy ? secondDisplay(displays, screen.getPrimaryDisplay().id, desks) : undefined);
  }

  function close(): void {
    if (!shown) return;
    const { window, blockerId } = shown;
    shown = undefined;
    options.powerSaveBlocker.stop(blockerId);
    if (!window.isDestroyed()) window.destroy();
    log("lobby-closed");
  }

  function open(display: Display): void {
    const window = openLobbyWindow({
      create: options.create,
      bounds: display.bounds,
      session,
      title: currentTexts().title,
      platform: options.platform,
      yieldFocus: () => desk?.focus(),
      devTools: options.devTools,
      log,
    });
    shown = { window, display, blockerId: options.powerSaveBlocker.start("prevent-display-sleep") };
    window.on("closed", () => {
      if (shown?.window !== window) return;
      close();
      refreshSoon();
    });
    log("lobby-opened", { width: display.bounds.width, height: display.bounds.height });
  }

  /**
   * Clears cached content of the previous server: it must not be shown for another one, nor remain after the server is
   * removed.
   */
  async function clearOther(): Promise<void> {
    const server = currentServer() ?? null;
    const { server: before } = stored.value();
    if (before === server) return;
    close();
    if (before !== null) await session.clearStorageData();
    void save({ server });
  }

  async function showOnTarget(): Promise<void> {
    await clearOther();
    const display = targetDisplay();
    const isSame =
      shown && display && shown.display.id === display.id && sameBounds(shown.display.bounds, display.bounds);
    if (isSame) return;
    close();
    if (display) open(display);
  }

  /** Opens, moves or closes the player to match displays, server and choice. One run at a time. */
  function refresh(): Promise<void> {
    // closes immediately when its display was removed: the system may move it over another one
    if (shown && !screen.getAllDisplays().some(({ id }) => id === shown?.display.id)) close();
    opening = opening
      .then(showOnTarget)
      .catch((error: Error) => log("lobby-not-opened", { problem: error.message }))
      .then(updateMenu);
    return opening;
  }

  function updateMenu(): void {
    const now = JSON.stringify(entries());
    if (now !== lastEntries) onChange();
    lastEntries = now;
  }

  function refreshSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), refreshDelayMs);
  }

  function choose(display: Display | undefined): void {
    void save({ display: display ? choiceOf(display) : null });
    // forces a menu update: the system has already toggled the clicked entry
    lastEntries = "";
    void refresh();
  }

  /** Once: the next window is followed when the first one closes. */
  function watchScreen(): void {
    if (isWatchingScreen) return;
    isWatchingScreen = true;
    screen.on("display-removed", () => void refresh());
    // several events arrive while the system rearranges displays
    screen.on("display-added", refreshSoon);
    screen.on("display-metrics-changed", refreshSoon);
  }

  function entries(): LobbyEntry[] {
    const { off, nameless, deskHere } = currentTexts();
    const here = deskDisplay();
    const isOff = policy === false || (policy === undefined && stored.value().display === null);
    const displays = screen.getAllDisplays().map((display, place) => ({
      label: `${displayLabel(display, place, nameless)}${display.id === here ? ` · ${deskHere}` : ""}`,
      isChosen: display.id === shown?.display.id,
      isEnabled: policy !== false && display.id !== here,
      choose: () => choose(display),
    }));
    return [
      { label: off, isChosen: isOff, isEnabled: policy === undefined, choose: () => choose(undefined) },
      ...displays,
    ];
  }

  return {
    /** Menu entries: off, then the displays. */
    entries,

    /** Opens the player and keeps it in place until the desk's window closes. */
    follow(window: BrowserWindow): void {
      desk = window;
      lastEntries = JSON.stringify(entries());
      watchScreen();
      window.on("move", refreshSoon);
      window.on("closed", () => {
        desk = undefined;
        clearTimeout(timer);
        close();
      });
      void refresh();
    },

    /** Call when another server was selected. */
    refresh: () => void refresh(),
  };
}

export type Lobby = ReturnType<typeof createLobby>;
