import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserWindow, Session } from "electron";
import { beforeEach, describe, expect, it } from "vitest";
import { safePreferences } from "../../../../desktop/main/security/safe-preferences.ts";
import { openWindow } from "../../../../desktop/main/window/window.ts";
import { openWindowState, placeWindow } from "../../../../desktop/main/window/window-state.ts";
import { calls, FakeWindow } from "../../support/electron.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 984 };
const saved = { x: 100, y: 80, width: 1000, height: 700, maximized: false };

describe("the window's position", () => {
  it("is the middle of the main screen at first", () => {
    expect(placeWindow(null, [main, second])).toEqual({
      x: 360,
      y: 120,
      width: 1200,
      height: 800,
      maximized: false,
    });
  });

  it("is restored, also on the second screen", () => {
    expect(placeWindow(saved, [main, second])).toEqual(saved);
    const onSecond = { ...saved, x: 2000, maximized: true };
    expect(placeWindow(onSecond, [main, second])).toEqual(onSecond);
  });

  it("is on the main screen if the other one is disconnected", () => {
    expect(placeWindow({ ...saved, x: 2000 }, [main])).toEqual({ ...saved, x: 460, y: 170 });
  });

  it.each([
    ["left", { x: -980 }],
    ["right", { x: 1900 }],
    ["below", { y: 1030 }],
    ["above, where the title bar cannot be reached", { y: -40 }],
  ])("is moved back if it is mostly off screen: %s", (_where, part) => {
    expect(placeWindow({ ...saved, ...part }, [main])).toEqual({ ...saved, x: 460, y: 170 });
  });

  it("is never larger than its screen, nor smaller than the minimum", () => {
    expect(placeWindow({ ...saved, x: 0, y: 0, width: 4000, height: 3000 }, [main])).toMatchObject(main);
    expect(placeWindow({ ...saved, width: 10, height: 10 }, [main])).toMatchObject({
      width: 900,
      height: 600,
    });
    const small = { x: 0, y: 0, width: 800, height: 560 };
    expect(placeWindow(null, [small])).toMatchObject(small);
  });
});

describe("the window", () => {
  const session = {} as Session;
  const page = "app://console/dash/";
  let file: string;

  const open = (isDark = false, isFullScreen = false) => {
    const { log } = keptLog();
    const state = openWindowState(file, log);
    const create = (options: Electron.BrowserWindowConstructorOptions) =>
      new FakeWindow(options) as unknown as BrowserWindow;
    const workAreas = [main];
    const rest = {
      session,
      preload: "/preload/index.cjs",
      title: "방문 관리",
      page,
      devTools: false,
      checksSpelling: false,
      isFullScreen,
      isDark,
      log,
    };
    openWindow({ create, state, workAreas, ...rest });
    const made = calls.windows.at(-1);
    if (!made) throw new Error("No window was made.");
    return { made, state };
  };

  beforeEach(() => {
    file = join(ownFolder(), "window.json");
  });

  it("is sandboxed and isolated, without Node", () => {
    expect(
      safePreferences({ session, preload: "/preload/index.cjs", devTools: false, checksSpelling: false }),
    ).toEqual({
      session,
      preload: "/preload/index.cjs",
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
    const { made } = open();
    expect(made.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
    expect(made.loaded).toBe(page);
  });

  it("is shown when the page is ready, in its background colour", () => {
    const { made } = open(true);
    expect(made.options).toMatchObject({ show: false, backgroundColor: "#0f131a" });
    expect(made.calls).toEqual([]);
    made.emit("ready-to-show");
    expect(made.calls).toEqual(["show"]);
  });

  it("opens in the middle if its file is invalid", () => {
    writeFileSync(file, '{"x":"left"}');
    expect(open().made.options).toMatchObject({ x: 360, y: 120, width: 1200, height: 800 });
  });
});
