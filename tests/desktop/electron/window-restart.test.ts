/** The window over restarts, in Electron under a window manager. */
/// <reference path="../support/global-build.ts" />
/// <reference path="../support/global-session.ts" />
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { ownFolder } from "../support/folder.ts";
import { choose, launchElectron, pressKey, type RunningApp, userDataIn } from "./electron-app.ts";
import { isManaged, openManagedScreen } from "./managed-screen.ts";

const electron = inject("electron");
let screen: Awaited<ReturnType<typeof openManagedScreen>>;

beforeAll(async () => {
  screen = "reason" in electron ? electron : await openManagedScreen();
}, 180_000);
afterAll(() => {
  if ("end" in screen) screen.end();
});
beforeEach((context) => {
  if ("reason" in screen) context.skip(screen.reason);
});

/** Starts the app in its folder, on the page that asks for the server. */
async function start(home: string): Promise<RunningApp> {
  if ("reason" in electron || "reason" in screen) throw new Error("There is no screen.");
  const env = { ...electron.env, DISPLAY: screen.display };
  const desk = await launchElectron({ ...electron, env, build: inject("desktopBuild"), home });
  onTestFinished(desk.close);
  await desk.page.getByRole("textbox").waitFor();
  await expect.poll(() => windowOf(desk)).toMatchObject({ isVisible: true });
  const { display } = screen;
  const number = await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getNativeWindowHandle().readUInt32LE(),
  );
  await expect.poll(() => isManaged(display, number ?? 0)).toBe(true);
  return desk;
}

/** Closes the window, which ends the program. */
async function close({ app }: RunningApp): Promise<void> {
  const ended = app.waitForEvent("close");
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => {});
  await ended;
}

const windowOf = ({ app }: RunningApp) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error("There is no window.");
    return {
      bounds: window.getBounds(),
      isVisible: window.isVisible(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    };
  });

/** Moves the window, and waits until the window manager has done it. */
async function place(desk: RunningApp, bounds: Electron.Rectangle): Promise<void> {
  await desk.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);
  await expect.poll(() => windowOf(desk)).toMatchObject({ bounds });
}

const kept = (home: string): unknown => {
  const file = join(userDataIn(home), "window.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
};

const own = { x: 220, y: 140, width: 1010, height: 710 };

test("the window keeps its place, size, zoom and state over restarts, or starts in full screen as chosen", async () => {
  const home = ownFolder();
  const zoom = ({ app }: RunningApp) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor());
  const width = ({ page }: RunningApp) => page.evaluate("innerWidth");
  const first = await start(home);
  expect([await zoom(first), await width(first)]).toEqual([1, 1200]);
  expect((await windowOf(first)).bounds).not.toEqual(own);
  const second = first.app.waitForEvent("window");
  await pressKey(first, "Control+N");
  await (await second).close();
  // Chromium ends the page some time before Electron drops its window
  await expect
    .poll(() => first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(1);
  await choose(first, "확대");
  await choose(first, "확대");
  expect(await zoom(first)).toBe(1.25);
  await place(first, own);
  // at once: the last move counts, too
  await close(first);
  expect(kept(home)).toEqual({ ...own, maximized: false });

  const moved = await start(home);
  await expect.poll(() => windowOf(moved)).toMatchObject({ bounds: own });
  await expect.poll(() => zoom(moved)).toBe(1.25);
  expect(await width(moved)).toBe(own.width / 1.25);
  await moved.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize());
  await expect.poll(() => windowOf(moved)).toMatchObject({ isMaximized: true });
  await close(moved);
  expect(kept(home)).toEqual({ ...own, maximized: true });

  const maximized = await start(home);
  await expect.poll(() => windowOf(maximized)).toMatchObject({ isMaximized: true, isFullScreen: false });
  await maximized.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.unmaximize());
  // a drift by the window's frame would show after two restarts
  await expect.poll(() => windowOf(maximized)).toMatchObject({ isMaximized: false, bounds: own });
  await choose(maximized, "전체 화면으로 시작");
  await close(maximized);

  const full = await start(home);
  await expect
    .poll(() => windowOf(full))
    .toMatchObject({ isFullScreen: true, bounds: { x: 0, y: 0, width: 1920, height: 1200 } });
  await pressKey(full, "F11");
  await expect.poll(() => windowOf(full)).toMatchObject({ isFullScreen: false, bounds: own });
  await pressKey(full, "F11");
  await expect.poll(() => windowOf(full)).toMatchObject({ isFullScreen: true });
  await close(full);
  expect(kept(home)).toEqual({ ...own, maximized: false });
}, 90_000);
