/** How the app starts and what is under its pointer, in Electron itself (seen in 33). */
import { expect, test } from "vitest";
import { deskSuite } from "./desk.ts";
import type { RunningApp } from "./electron-app.ts";

const suite = deskSuite();

/** Chooses an entry of the menu, by its name. */
const choose = ({ app }: RunningApp, label: string) =>
  app.evaluate(({ Menu }, name) => {
    const entries = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    const entry = entries?.find((each) => each.label === name);
    entry?.click();
    return entry && { checked: entry.checked, enabled: entry.enabled };
  }, label);

test("an app that is tried out does not offer to start at sign-in", async () => {
  const desk = await suite.start({ servers: [] });
  await desk.page.getByRole("textbox").waitFor();
  expect(await choose(desk, "로그인하면 자동 실행")).toBeUndefined();
});

test("a field's menu pastes into it, in the chosen language", async () => {
  const desk = await suite.start({ servers: [], language: "en" });
  const field = desk.page.getByRole("textbox");
  await field.waitFor();
  await desk.app.evaluate(({ clipboard, Menu }) => {
    clipboard.writeText("https://visit.example.com");
    // the system draws it and waits for a press, which no test can give it
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
  await expect.poll(() => field.inputValue()).toBe("https://visit.example.com");
  await field.click({ button: "right" });
  await expect.poll(labels).toEqual(expect.arrayContaining(["Paste", "Select All"]));
});

test("no session checks spelling on Linux, where dictionaries would have to be fetched", async (context) => {
  if (process.platform !== "linux") context.skip("the system checks spelling here");
  const desk = await suite.start({ servers: [] });
  const checks = await desk.app.evaluate(({ BrowserWindow, session }) => [
    BrowserWindow.getAllWindows()[0]?.webContents.session.isSpellCheckerEnabled(),
    session.fromPartition("a new one").isSpellCheckerEnabled(),
  ]);
  expect(checks).toEqual([false, false]);
});
