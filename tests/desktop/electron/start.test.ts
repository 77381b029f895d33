/** The menus, the context menu and the header of the app, in Electron. */
import { expect, test } from "vitest";
import type { UpdateState } from "../../../desktop/ipc.ts";
import { healthy, serve } from "../support/servers.ts";
import { deskSuite, shoot } from "./desk.ts";
import { choose, type RunningApp } from "./electron-app.ts";

const suite = deskSuite();
const shared = suite.share();

test("the menu leads to the choice of the server and offers no start at sign-in; a field's menu pastes", async () => {
  const desk = await shared();
  expect(await choose(desk, "로그인하면 자동 실행")).toBeUndefined();
  await choose(desk, "서버 바꾸기…");
  await desk.page.waitForURL("app://console/");

  await desk.page.evaluate(`window.desktop.chooseLanguage("en")`);
  const field = desk.page.getByRole("textbox", { name: "Server address" });
  await field.waitFor();
  await desk.app.evaluate(({ clipboard, Menu }) => {
    clipboard.writeText("https://visit.example.com");
    // the system's menu cannot be pressed by a test
    const shown: Electron.Menu[] = [];
    Object.assign(globalThis, { shown });
    Menu.prototype.popup = function popup(this: Electron.Menu) {
      shown.push(this);
    };
  });
  await field.click({ button: "right" });
  const labels = () =>
    desk.app.evaluate(() => {
      const { shown } = globalThis as typeof globalThis & { shown: Electron.Menu[] };
      return shown
        .at(-1)
        ?.items.flatMap(({ type, label, enabled }) => (type !== "separator" && enabled ? label : []));
    });
  await expect.poll(labels).toEqual(["Paste"]);
  await desk.app.evaluate(({ BrowserWindow }) => {
    const { shown } = globalThis as typeof globalThis & { shown: Electron.Menu[] };
    const [window] = BrowserWindow.getAllWindows();
    shown
      .at(-1)
      ?.items.find(({ role }) => role === "paste")
      ?.click({}, window, window?.webContents);
  });
  const texts = async () => ({
    pasted: await field.inputValue(),
    // shared with other programs of this screen
    onClipboard: await desk.app.evaluate(({ clipboard }) => clipboard.readText()),
  });
  await expect.poll(texts).toMatchObject({ pasted: "https://visit.example.com" });
  await field.click({ button: "right" });
  await expect.poll(labels).toEqual(expect.arrayContaining(["Paste", "Select all"]));
});

test("a policy fixes the servers, and hides a closed window next to the clock until the app quits", async () => {
  // these servers have no console API
  suite.allowErrors(/CallError/);
  const [one, two] = [(await serve(healthy)).origin, (await serve(healthy)).origin];
  const { app, page, origin } = await suite.start({
    policy: { servers: [one, two], trayIcon: true },
    servers: [],
  });
  await page.goto(`${origin}/`);
  await page.getByText("서버 주소는 회사 IT 부서에서 정해 두었습니다.").waitFor();
  await page.getByRole("region", { name: "사용 중인 서버" }).getByText(one).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  expect(await page.getByRole("button", { name: /삭제/ }).count()).toBe(0);
  await page.getByRole("button", { name: `${two}에 연결` }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/dash/"));

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isVisible).toBe(false);
  const ended = app.waitForEvent("close");
  await app.evaluate((electron) => electron.app.quit()).catch(() => {});
  await ended;
});

/** Sends the page a state of updates; updates.test.ts has the real ones. */
const emitUpdate = ({ app }: RunningApp, update: UpdateState) =>
  app.evaluate(({ BrowserWindow }, state) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send("updates.changed", state);
  }, update);

const isWithin = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";

test("the header offers to restart for an update, in both languages and at every width", async () => {
  const desk = await shared({ as: "desk" });
  const { page } = desk;
  const head = page.getByRole("banner");
  await head.getByRole("button").first().waitFor();
  const ready = { state: "ready", version: "1.3.0" } as const;
  const names = { ko: ["지금 다시 시작", "설치 다시 시도"], en: ["Restart now", "Retry update"] };
  for (const [language, width, colours] of [
    ["ko", 700, "light"],
    ["en", 700, "dark"],
  ] as const) {
    await desk.look({ width, height: 620, colours });
    await page.evaluate(`window.desktop.chooseLanguage("${language}")`);
    for (const [at, update] of [ready, { ...ready, isInstallFailed: true } as const].entries()) {
      const state = `${language}-${width}-${colours}-${at}`;
      await emitUpdate(desk, update);
      const button = head.getByRole("button", { name: names[language][at] ?? "" });
      // a pointer that rests there already opens no tooltip
      await page.mouse.move(0, 300);
      await button.hover();
      const box = await button.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width, state).toBe(true);
      expect(await button.evaluate((each) => each.scrollWidth <= each.clientWidth), state).toBe(true);
      expect(await page.evaluate(isWithin), state).toBe(true);
      await page.getByRole("tooltip").waitFor();
      await shoot(page, `restart-${state}`);
    }
    await emitUpdate(desk, { state: "current" });
    await expect.poll(() => head.getByRole("button", { name: names[language][1] ?? "" }).count()).toBe(0);
  }
});
