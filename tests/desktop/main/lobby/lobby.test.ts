/** The lobby's player: its display, when it opens and closes, and how it recovers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, Session } from "electron";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { displayLabel, findDisplay, secondDisplay } from "../../../../desktop/main/lobby/displays.ts";
import { createLobby } from "../../../../desktop/main/lobby/lobby.ts";
import { lobbyPage } from "../../../../desktop/main/lobby/player-pages.ts";
import { calls, FakeScreen, FakeSession, FakeWindow } from "../../support/electron.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

const at = (id: number, x: number, label = "") => ({
  id,
  label,
  bounds: { x, y: 0, width: 1920, height: 1080 },
  workArea: { x, y: 0, width: 1920, height: 1040 },
});
const [first, second, third] = [at(1, 0), at(2, 1920, "DELL"), at(3, 3840)];

describe("a display", () => {
  it("is recognized by its id, otherwise by its position", () => {
    expect(findDisplay({ id: 2, bounds: third.bounds }, [first, second, third], 1)).toBe(second);
    expect(findDisplay({ id: 9, bounds: third.bounds }, [first, second, third], 1)).toBe(third);
    expect(findDisplay({ id: 9, bounds: at(9, 5760).bounds }, [first, second, third], 1)).toBeUndefined();
  });

  it("is never the one that shows the console window", () => {
    expect(findDisplay({ id: 2, bounds: second.bounds }, [first, second], 2)).toBeUndefined();
    expect(findDisplay({ id: 9, bounds: second.bounds }, [first, second], 2)).toBeUndefined();
  });

  it("defaults to the first that is neither primary nor shows the console window", () => {
    expect(secondDisplay([first, second, third], 1, 1)).toBe(second);
    expect(secondDisplay([first, second, third], 1, 2)).toBe(third);
    expect(secondDisplay([first], 1, 1)).toBeUndefined();
  });

  it("has its name and size in the menu", () => {
    expect(displayLabel(second, 1, "화면 {number}")).toBe("DELL (1920 × 1080)");
    expect(displayLabel(third, 2, "화면 {number}")).toBe("화면 3 (1920 × 1080)");
  });
});

interface Given {
  readonly folder?: string;
  readonly displays?: (typeof first)[];
  readonly policy?: boolean;
  readonly platform?: NodeJS.Platform;
  /** no page opens in its windows */
  readonly isStuck?: boolean;
}

let server: string | undefined;
let lines: string[];
const awake = new Set<number>();

beforeEach(() => {
  vi.useFakeTimers();
  server = "https://one.example";
  awake.clear();
  calls.windows.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function start({
  folder = ownFolder(),
  displays = [first, second],
  policy,
  platform = "linux",
  isStuck,
}: Given = {}) {
  const screen = new FakeScreen();
  screen.displays = displays;
  const session = new FakeSession();
  const kept = keptLog();
  lines = kept.lines;
  const windows: FakeWindow[] = [];
  let next = 0;
  const lobby = createLobby({
    file: join(folder, "lobby.json"),
    screen: screen as unknown as Screen,
    powerSaveBlocker: {
      start: () => {
        awake.add(++next);
        return next;
      },
      stop: (id) => awake.delete(id),
    },
    create: (options: BrowserWindowConstructorOptions) => {
      const window = new FakeWindow(options);
      windows.push(window);
      if (isStuck)
        window.loadURL = async (url) => {
          window.loaded = url;
        };
      return window as unknown as BrowserWindow;
    },
    session: session as unknown as Session,
    policy,
    currentServer: () => server,
    currentTexts: () => ({ off: "끄기", nameless: "화면 {number}", deskHere: "여기", title: "로비 화면" }),
    onChange: () => {},
    platform,
    devTools: false,
    log: kept.log,
  });
  const desk = new FakeWindow({});
  lobby.follow(desk as unknown as BrowserWindow);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const choose = async (place: number) => {
    lobby.entries()[place]?.choose();
    await settle();
  };
  const plug = async (now: (typeof first)[], name: "display-added" | "display-removed") => {
    screen.displays = now;
    screen.emit(name);
    // windows close at once and open later
    await vi.advanceTimersByTimeAsync(name === "display-added" ? 1_000 : 0);
  };
  const open = () => windows.filter((window) => !window.isDestroyed());
  return { lobby, screen, session, windows, desk, folder, settle, choose, plug, open };
}

describe("the player", () => {
  it("fills the chosen display, keeps it awake, and has no preload and no keyboard focus", async () => {
    const { choose, open, session, settle } = start();
    await settle();
    expect([open().length, awake.size]).toEqual([0, 0]);
    await choose(2);
    const [window] = open();
    expect(window?.options).toMatchObject({ ...second.bounds, fullscreen: true, frame: false, show: false });
    expect(window?.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true, session });
    expect(window?.options.webPreferences).not.toHaveProperty("preload");
    expect(window?.loaded).toBe(lobbyPage);
    window?.emit("ready-to-show");
    expect(window?.calls).toEqual(["removeMenu", "showInactive"]);
    expect(awake.size).toBe(1);
  });

  it("subscribes to display changes once, however many windows it has followed", () => {
    const { lobby, screen, desk } = start();
    desk.emit("closed");
    lobby.follow(new FakeWindow({}) as unknown as BrowserWindow);
    expect(screen.eventNames().map((name) => screen.listenerCount(name))).toEqual([1, 1, 1]);
  });

  it("leaves the keyboard focus to the console window", async () => {
    const { choose, open, desk } = start();
    await choose(2);
    open()[0]?.emit("focus");
    expect(desk.calls).toEqual(["focus"]);
    const windows = start({ platform: "win32" });
    await windows.choose(2);
    expect(windows.open()[0]?.options.focusable).toBe(false);
  });

  it("covers the display on macOS without hiding the console's menu bar", async () => {
    const { choose, open } = start({ platform: "darwin" });
    await choose(2);
    expect(open()[0]?.options).not.toHaveProperty("fullscreen");
    expect(open()[0]?.calls).toEqual(["top screen-saver"]);
  });

  it("waits while the console window is on its display", async () => {
    const { choose, desk, open } = start();
    await choose(2);
    desk.bounds = { ...desk.bounds, x: 2000 };
    desk.emit("move");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(open()).toHaveLength(0);
    desk.bounds = { ...desk.bounds, x: 10 };
    desk.emit("move");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(open()).toHaveLength(1);
  });

  it("reopens when its window is closed", async () => {
    const { choose, windows, open } = start();
    await choose(2);
    windows[0]?.destroy();
    expect(open()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([open().length, awake.size]).toEqual([1, 1]);
  });

  it("removes the data of the previous server", async () => {
    const { choose, lobby, session, settle, windows } = start();
    await choose(2);
    expect(session.wiped).toEqual([]);
    server = "https://two.example";
    lobby.refresh();
    await settle();
    expect([session.wiped, windows.length, windows[0]?.isDestroyed()]).toEqual([["storage"], 2, true]);
    server = undefined;
    lobby.refresh();
    await settle();
    expect([session.wiped, windows[1]?.isDestroyed()]).toEqual([["storage", "storage"], true]);
  });

  it("opens on a second display by policy, and cannot be switched off", async () => {
    const { open, settle, lobby } = start({ policy: true });
    await settle();
    expect(open()[0]?.options).toMatchObject(second.bounds);
    expect(lobby.entries()[0]).toMatchObject({ isChosen: false, isEnabled: false });
  });

  it("uses another display by policy while the chosen one is disconnected", async () => {
    const { choose, plug, open } = start({ displays: [first, second, third], policy: true });
    await choose(3);
    expect(open()[0]?.options).toMatchObject(third.bounds);
    await plug([first, second], "display-removed");
    expect(open()[0]?.options).toMatchObject(second.bounds);
    await plug([first, second, third], "display-added");
    expect(open()[0]?.options).toMatchObject(third.bounds);
  });

  it("stays off by policy, whatever was chosen before", async () => {
    const folder = ownFolder();
    writeFileSync(join(folder, "lobby.json"), JSON.stringify({ display: second, server: null }));
    const { open, settle, lobby } = start({ folder, policy: false });
    await settle();
    expect(open()).toHaveLength(0);
    expect(lobby.entries().map(({ isEnabled }) => isEnabled)).toEqual([false, false, false]);
  });

  it("is reloaded after a crash with growing delays, until it has worked for a minute", async () => {
    const { choose, windows } = start();
    await choose(2);
    const [window] = windows;
    const crash = async (waits: number) => {
      if (!window) throw new Error("There is no window.");
      window.loaded = "";
      window.webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 5 });
      await vi.advanceTimersByTimeAsync(waits - 1);
      expect(window.loaded).toBe("");
      await vi.advanceTimersByTimeAsync(1);
      expect(window.loaded).toBe(lobbyPage);
    };
    for (const waits of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) await crash(waits);
    window?.webContents.emit("did-finish-load");
    await vi.advanceTimersByTimeAsync(60_000);
    await crash(1_000);
    expect(lines.filter((line) => line.startsWith("lobby-gone crashed"))).toHaveLength(9);
  });

  it("is reloaded without its service worker if it does not open in ten seconds", async () => {
    const { choose, windows, session } = start({ isStuck: true });
    await choose(2);
    const [window] = windows;
    for (const _ of [1, 2]) {
      if (window) window.loaded = "";
      await vi.advanceTimersByTimeAsync(9_999);
      expect(window?.loaded).toBe("");
      await vi.advanceTimersByTimeAsync(1);
      expect(window?.loaded).toBe(lobbyPage);
    }
    expect(session.wiped).toEqual(["serviceworkers", "serviceworkers"]);
    window?.destroy();
    await vi.advanceTimersByTimeAsync(10_500);
    expect(session.wiped).toHaveLength(2);
  });

  it("keeps its service worker once it has opened", async () => {
    const { choose, session } = start();
    await choose(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.wiped).toEqual([]);
  });

  it("is reloaded if it hangs", async () => {
    const { choose, windows } = start();
    await choose(2);
    const [window] = windows;
    if (window) window.loaded = "";
    window?.emit("unresponsive");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(window?.loaded).toBe(lobbyPage);
  });
});
