/** Recovery of the page and of the program after errors, in Electron. */
import { expect, test } from "vitest";
import { eventually } from "../../support/events.ts";
import { type Desk, deskSuite } from "./desk.ts";

const suite = deskSuite();

const shared = suite.share();

const logged = ({ log }: Desk) => log().map(({ event }) => event);

test("closing the window asks about a form that is not saved; the user may stay, also after an error of the program", async () => {
  const desk = await shared({ as: "admin", at: "/dash/configuration" });
  const field = desk.page.getByRole("textbox", { name: "홈페이지 주소" });
  // Chromium asks only about pages that the user has touched
  await field.click();
  await field.pressSequentially("https://");
  const asked = await desk.app.evaluate(
    ({ BrowserWindow, dialog }) =>
      new Promise((resolve) => {
        dialog.showMessageBoxSync = (...args: unknown[]) => {
          resolve((args.at(-1) as Electron.MessageBoxSyncOptions).message);
          return 0;
        };
        BrowserWindow.getAllWindows()[0]?.close();
      }),
  );
  expect(asked).toBe("저장하지 않은 내용이 있습니다");
  expect(await field.inputValue()).toContain("https://");

  await desk.app.evaluate(() => void Promise.reject(new Error("not caught, 010-1234-5678")));
  await eventually(async () => logged(desk).includes("page-not-loaded"));
  expect(desk.page.url()).toBe("app://console/dash/configuration");
  expect(desk.log()).toContainEqual(
    expect.objectContaining({ event: "unhandled-rejection", problem: "not caught, <number>" }),
  );
});

test("a lost child process, an error of the program, and a page that hangs or crashes do not end the app", async () => {
  // Electron 33 reports the frame of a page that crashed as detached ever after
  suite.allowErrors(/refused|does not answer/);
  // a page that does not answer for three seconds hangs
  const desk = await suite.start({ timing: { pagePingMs: 500 } });
  await desk.page.getByRole("heading", { level: 1 }).waitFor();
  await desk.app.evaluate(({ app }) => {
    const network = app.getAppMetrics().find(({ name }) => name === "Network Service");
    if (network) process.kill(network.pid, "SIGKILL");
  });
  await eventually(async () => logged(desk).includes("child-process-gone"));
  expect(desk.log()).toContainEqual(
    expect.objectContaining({ event: "child-process-gone", type: "Utility", name: "Network Service" }),
  );
  await desk.page.reload();
  await desk.page.getByRole("heading", { level: 1 }).waitFor();

  await desk.app.evaluate(() => {
    setTimeout(() => {
      throw new Error("not caught");
    });
  });
  await desk.page.waitForURL("app://console/trouble/program");
  expect(logged(desk)).toContain("uncaught-exception");
  await desk.page.getByRole("heading", { name: "앱에서 오류가 발생했습니다" }).waitFor();
  await desk.page.getByRole("link", { name: "다시 열기" }).click();
  await desk.page.waitForURL("app://console/");
  await desk.page.getByRole("heading", { level: 1 }).waitFor();

  await desk.app.evaluate(({ dialog }) => {
    const boxes: string[][] = [];
    Object.assign(globalThis, { boxes });
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { buttons = [] } = args.at(-1) as Electron.MessageBoxOptions;
      boxes.push(buttons);
      await new Promise((resolve) => Object.assign(globalThis, { press: resolve }));
      return { response: 1, checkboxChecked: false };
    };
  });
  await desk.page.evaluate("setTimeout(() => { for (;;); })");
  const boxes = () => desk.app.evaluate(() => (globalThis as unknown as { boxes: string[][] }).boxes);
  await eventually(async () => (await boxes()).length > 0);
  expect(await boxes()).toEqual([["기다리기", "다시 열기"]]);
  expect(logged(desk)).toContain("page-hangs");
  expect(logged(desk)).not.toContain("page-gone");

  await desk.app.evaluate(() => (globalThis as unknown as { press: () => void }).press());
  await eventually(async () => logged(desk).includes("page-gone"));
  const isBack = () =>
    desk.app
      .evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        if (!contents || contents.isLoading() || contents.isCrashed()) return false;
        return contents.executeJavaScript("document.readyState === 'complete'");
      })
      // the call fails where the page is replaced meanwhile
      .catch((error) => {
        if (desk.app.process().exitCode !== null) throw error;
        return false;
      });
  await eventually(isBack);

  const before = logged(desk).length;
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await eventually(async () => logged(desk).slice(before).includes("page-gone"));
  await eventually(isBack);
  const address = await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
  );
  expect(address).toBe("app://console/trouble");
});

test("a closed stderr is no error, and the clipboard can be written but not read", async () => {
  const desk = await shared();
  await desk.page.getByRole("heading", { level: 1 }).waitFor();
  await desk.app.evaluate(({ dialog }) => {
    const boxes: string[] = [];
    Object.assign(globalThis, { boxes });
    dialog.showErrorBox = (_title, text) => void boxes.push(text);
  });
  desk.app.process().stderr?.destroy();
  const ask = () => desk.page.evaluate("Notification.requestPermission()");
  await ask();
  await ask();
  await ask();
  expect(logged(desk).filter((event) => event === "permission-refused")).toHaveLength(3);
  expect(logged(desk)).not.toContain("uncaught-exception");
  expect(await desk.app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes)).toEqual([]);
  expect(desk.page.url()).toContain("/dash/login");

  await desk.page.mouse.click(400, 300);
  await desk.page.evaluate("navigator.clipboard.writeText('https://visit.example.com/dash/invitation/x')");
  await eventually(
    async () =>
      (await desk.app.evaluate(({ clipboard }) => clipboard.readText())) ===
      "https://visit.example.com/dash/invitation/x",
  );
  expect(logged(desk).filter((event) => event === "permission-refused")).toHaveLength(3);
  await expect(desk.page.evaluate("navigator.clipboard.readText()")).rejects.toThrow(/denied|permission/i);
});
