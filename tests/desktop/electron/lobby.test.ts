/** The lobby's player in Electron. The right half of the only display stands for a second one, through the program's `screen`. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { png } from "../../support/images.ts";
import {
  addSignageImage,
  addSignageItem,
  isCachedScript,
  playerScript,
  shownByPlayer,
} from "../../support/signage.ts";
import { type Desk, deskSuite } from "./desk.ts";

const suite = deskSuite();

beforeEach(() => suite.server?.db.raw("TRUNCATE signage_contents RESTART IDENTITY"));

const plug = (desk: Desk, isThere: boolean) =>
  desk.app.evaluate(({ screen }, plugged) => {
    const [real] = screen.getAllDisplays();
    if (!real) throw new Error("There is no display.");
    const half = (id: number, x: number) => ({ ...real, id, bounds: { x, y: 0, width: 720, height: 1000 } });
    const displays = [half(real.id, 0), ...(plugged ? [half(77, 720)] : [])];
    screen.getAllDisplays = () => displays;
    screen.getDisplayMatching = () => displays[0] ?? real;
    screen.emit(plugged ? "display-added" : "display-removed");
  }, isThere);

const press = (desk: Desk, place: number) =>
  desk.app.evaluate(({ Menu }, index) => {
    const view = Menu.getApplicationMenu()?.items.find(({ submenu }) =>
      submenu?.items.some(({ label }) => label === "로비 화면"),
    );
    const lobby = view?.submenu?.items.find(({ label }) => label === "로비 화면");
    lobby?.submenu?.items[index]?.click();
  }, place);

const entries = (desk: Desk) =>
  desk.app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    const lobby = items.find(({ label }) => label === "로비 화면");
    return lobby?.submenu?.items.map(({ label, checked, enabled }) => [label, checked, enabled]);
  });

const shows = (page: Page, text: string) =>
  expect.poll(() => shownByPlayer(page), { timeout: 20_000, interval: 100 }).toContain(text);

/** The text through the program: Playwright does not always report a window that opens by itself. */
const seenByProgram = (desk: Desk): Promise<string> =>
  desk.app.evaluate(async ({ BrowserWindow }, script) => {
    const lobby = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith("https://lobby.invalid/"),
    );
    return lobby && !lobby.webContents.isLoading() && !lobby.webContents.isCrashed()
      ? lobby.webContents.executeJavaScript(script).catch(() => "gone")
      : "no window";
  }, playerScript);

async function openPlayer(desk: Desk): Promise<Page> {
  await plug(desk, true);
  await expect.poll(async () => (await entries(desk))?.length, { timeout: 10_000 }).toBe(3);
  const opened = desk.app.waitForEvent("window");
  await press(desk, 2);
  return opened;
}

const windows = (desk: Desk) =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      url: window.webContents.getURL(),
      bounds: window.getBounds(),
    })),
  );

test("the player fills the chosen display without any rights, and returns after a crash and without the server", async () => {
  await addSignageItem(suite.server, { text: "오늘의 안내" });
  const desk = await suite.start();
  const player = await openPlayer(desk);
  await shows(player, "오늘의 안내");
  expect(player.url()).toBe("https://lobby.invalid/did");
  expect((await windows(desk)).find(({ url }) => url === player.url())?.bounds).toEqual({
    x: 720,
    y: 0,
    width: 720,
    height: 1000,
  });
  expect(await entries(desk)).toEqual([
    ["끄기", false, true],
    [expect.stringContaining("방문 관리 창이 있는 화면"), false, false],
    [expect.stringContaining("(720 × 1000)"), true, true],
  ]);
  expect(
    await player.evaluate(`(async () => ({
      bridge: "desktop" in window,
      node: typeof globalThis.require,
      cookies: document.cookie,
      opened: window.open("https://lobby.invalid/did") !== null,
      // an API that any caller reaches answers 401
      user: (await fetch("/dash/user/current")).status,
      elsewhere: await fetch("https://evil.example/").then(() => "answered", () => "refused"),
      cursor: getComputedStyle(document.body).cursor,
    }))()`),
  ).toEqual({
    bridge: false,
    node: "undefined",
    cookies: "",
    opened: false,
    user: 404,
    elsewhere: "refused",
    cursor: "none",
  });
  await player.evaluate("location.assign('https://evil.example/')");
  await expect.poll(() => desk.log().some(({ event }) => event === "navigation-refused")).toBe(true);
  await shows(player, "오늘의 안내");

  await suite.server.db("signageContents").delete();
  await addSignageImage(suite.server, "로비 그림", png());
  await shows(player, "로비 그림");
  await expect.poll(() => player.evaluate(isCachedScript), { timeout: 20_000 }).toBe(true);
  const gone = player.waitForEvent("close");
  await plug(desk, false);
  await gone;
  expect(await windows(desk)).toHaveLength(1);
  await plug(desk, true);
  await expect.poll(() => seenByProgram(desk), { timeout: 20_000 }).toContain("로비 그림");

  await desk.app.evaluate(({ BrowserWindow }) => {
    const lobby = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith("https://lobby.invalid/"),
    );
    lobby?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(() => desk.log().some(({ event }) => event === "lobby-gone")).toBe(true);
  await expect.poll(() => seenByProgram(desk), { timeout: 20_000 }).toContain("로비 그림");

  const ended = desk.app.waitForEvent("close");
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().startsWith("app:"))
      ?.close(),
  );
  await ended;

  await suite.gate.cut();
  const next = await suite.start({ home: desk.home });
  await plug(next, true);
  await expect.poll(() => seenByProgram(next), { timeout: 40_000 }).toContain("로비 그림");
  await suite.gate.mend();
  await addSignageItem(suite.server, { text: "다시 연결됨" });
  await expect.poll(() => seenByProgram(next), { timeout: 20_000 }).toContain("다시 연결됨");
  await press(next, 0);
  // a script in a window that closes would never answer
  await expect.poll(() => windows(next)).toHaveLength(1);
}, 90_000);
