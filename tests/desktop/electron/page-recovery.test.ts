/** What becomes of the page, and of the program, when something goes wrong. In Electron, whose behaviour it is about. */
import { expect, test } from "vitest";
import { eventually } from "../../support/events.ts";
import { type Desk, deskSuite } from "./desk.ts";

const suite = deskSuite();

/** A page that does not answer for three seconds hangs. */
const timing = { pagePingMs: 500 };
const longerThanHangMs = 5_000;
const shared = suite.share(() => ({ timing }));
/** An app of the test's own, where harm stays. */
async function own() {
  const desk = await suite.start({ timing });
  await suite.signIn(desk);
  return desk;
}

async function atWork(begin: () => Promise<Desk> = () => shared({ as: "desk" })) {
  const desk = await begin();
  await desk.page.getByRole("heading", { level: 1, name: "현황판" }).waitFor();
  return desk;
}

const logged = ({ log }: Desk) => log().map(({ event }) => event);

const withForm = { as: "admin", at: "/dash/configuration" } as const;

/** Writes something into a form that is not saved. @returns its field */
async function writeForm({ page }: Desk) {
  const field = page.getByRole("textbox", { name: "홈페이지 주소" });
  // as a person does: a page that nobody touched may not hold the window back
  await field.click();
  await field.pressSequentially("https://");
  return field;
}

test("closing the window and staying keeps the form, though Electron takes the page for hanging", async () => {
  const desk = await shared(withForm);
  const field = await writeForm(desk);
  const asked = await desk.app.evaluate(async ({ BrowserWindow, dialog }, waitMs) => {
    const [window] = BrowserWindow.getAllWindows();
    const questions: string[] = [];
    dialog.showMessageBoxSync = (...args: unknown[]) => {
      questions.push((args.at(-1) as Electron.MessageBoxSyncOptions).message);
      return 0;
    };
    const hangs = new Promise<void>((resolve) => window?.once("unresponsive", () => resolve()));
    window?.close();
    await hangs;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return questions;
  }, longerThanHangMs);
  expect(asked).toEqual(["저장하지 않은 내용이 있습니다"]);
  expect(await field.inputValue()).toContain("https://");
  expect(logged(desk)).not.toContain("page-hangs");
});

test("a page that hangs is ended when the person asks for it, and comes back; one that crashes then leads to help", async () => {
  // Electron 33 holds the frame of a page that crashed for detached ever after
  suite.tolerate(/refused/);
  const desk = await atWork(own);
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
    desk.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!contents || contents.isLoading() || contents.isCrashed()) return false;
      return contents.executeJavaScript("document.readyState === 'complete'");
    });
  await eventually(isBack);

  // one that crashes so soon after that would do so again
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

test("a page that an open print dialog holds is left alone", { tags: ["full"] }, async () => {
  const desk = await atWork();
  await desk.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // the dialog stays open; what it prints on is another test's business
    if (contents) contents.print = () => {};
  });
  await desk.page.evaluate("window.desktop.print('passes', true, null)");
  await desk.page.evaluate(`for (const end = Date.now() + ${longerThanHangMs}; Date.now() < end; );`);
  expect(logged(desk)).not.toContain("page-hangs");
});

test("an error of the program is logged and shows a page that helps, unless the person wants to go on", async () => {
  const desk = await shared(withForm);
  await writeForm(desk);
  const fail = (button: number) =>
    desk.app.evaluate(({ dialog }, answer) => {
      dialog.showMessageBoxSync = () => answer;
      void Promise.reject(new Error("nobody caught this, 010-1234-5678"));
    }, button);
  await fail(0);
  await eventually(async () => logged(desk).includes("page-not-loaded"));
  expect(desk.page.url()).toBe("app://console/dash/configuration");
  expect(desk.log()).toContainEqual(
    expect.objectContaining({ event: "unhandled-rejection", problem: "nobody caught this, <number>" }),
  );
});

test("a closed stderr is no error: the log goes on, and no box comes up", async () => {
  const desk = await atWork();
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
  expect(desk.page.url()).toContain("/dash/today");
});

test("a process of the program's that is gone is logged, and the console works on; so does the page that helps after an error", async () => {
  const desk = await atWork(own);
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
      throw new Error("nobody caught this");
    });
  });
  await desk.page.waitForURL("app://console/trouble/program");
  expect(logged(desk)).toContain("uncaught-exception");
  await desk.page.getByRole("heading", { name: "프로그램에서 오류가 발생했습니다" }).waitFor();
  await desk.page.getByRole("link", { name: "다시 열기" }).click();
  await desk.page.waitForURL("app://console/");
});

test("text that is copied reaches the clipboard; nothing is read from it", async () => {
  const desk = await atWork();
  await desk.page.mouse.click(400, 300);
  await desk.page.evaluate("navigator.clipboard.writeText('https://visit.example.com/dash/invitation/x')");
  await eventually(
    async () =>
      (await desk.app.evaluate(({ clipboard }) => clipboard.readText())) ===
      "https://visit.example.com/dash/invitation/x",
  );
  expect(logged(desk)).not.toContain("permission-refused");
  await expect(desk.page.evaluate("navigator.clipboard.readText()")).rejects.toThrow(/denied|permission/i);
});
