import type { BrowserWindow } from "electron";
import { beforeEach, describe, expect, it } from "vitest";
import { errorPage, programErrorPage, withErrorPage } from "../../../../desktop/main/recovery/error-page.ts";
import { createErrorHandler, recover } from "../../../../desktop/main/recovery/recovery.ts";
import { FakeWindow } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";

const page = "app://console/dash/today";

let window: FakeWindow;
let clock: number;
let current: FakeWindow | undefined;
let help: () => void;

beforeEach(() => {
  window = new FakeWindow({});
  window.webContents.getURL = () => page;
  clock = 1_000_000;
  const options = { log: keptLog().log, now: () => clock };
  recover(window as unknown as BrowserWindow, options);
  current = window;
  help = createErrorHandler(() => current as unknown as BrowserWindow | undefined, options);
});

const crash = (reason = "crashed") =>
  window.webContents.emit("render-process-gone", {}, { reason, exitCode: 5 });

describe("a page that crashed", () => {
  it("is reloaded each time if it worked for a minute in between", () => {
    for (let n = 0; n < 4; n++) {
      clock += 61_000;
      window.loaded = "";
      crash();
      expect(window.loaded).toBe(page);
    }
  });

  it("is not reloaded if it was closed on purpose or its window is gone", () => {
    crash("clean-exit");
    window.isDestroyed = () => true;
    crash();
    expect(window.loaded).toBe("");
  });
});

describe("an error of the program", () => {
  it("shows the error page at most once a minute", () => {
    help();
    expect(window.loaded).toBe(programErrorPage);
    window.loaded = "";
    clock += 59_000;
    help();
    expect(window.loaded).toBe("");
    clock += 2_000;
    help();
    expect(window.loaded).toBe(programErrorPage);
  });

  it("shows it in the window in use at that time, if any is open", () => {
    current = undefined;
    help();
    current = new FakeWindow({});
    help();
    expect(current.loaded).toBe(programErrorPage);
    expect(window.loaded).toBe("");
  });
});

describe("the error page", () => {
  const answer = withErrorPage(
    async ({ url }) => new Response(`other ${url}`),
    () => "en",
  );

  it("has no script, a policy that allows none, and the user's language", async () => {
    const response = await answer(new Request(errorPage));
    const text = await response.text();
    expect(text).toContain('<html lang="en">');
    expect(text).toContain("The page could not be shown");
    expect(text).toContain('href="app://console/"');
    expect(text).toContain('href="app://console/diagnostics/save"');
    expect(text).not.toContain("<script");
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'/);
    const korean = await withErrorPage(answer, () => "ko")(new Request(errorPage));
    expect(await korean.text()).toContain("화면을 표시하지 못했습니다");
  });

  it("reports an error of the program", async () => {
    const text = await (await answer(new Request(programErrorPage))).text();
    expect(text).toContain("The app ran into an error");
  });

  it.each(["app://console/", "app://console/trouble/x", "app://console/trouble?x", "app://other/trouble"])(
    "does not handle %s",
    async (url) => {
      expect(await (await answer(new Request(url))).text()).toBe(`other ${url}`);
    },
  );
});
