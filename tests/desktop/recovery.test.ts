import type { BrowserWindow } from "electron";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recover } from "../../desktop/main/recovery.ts";
import { troublePage, withTroublePage } from "../../desktop/main/trouble-page.ts";
import { FakeWindow } from "./support/electron.ts";
import { keptLog } from "./support/log.ts";

const page = "app://console/dash/today";

let window: FakeWindow;
let lines: string[];
let clock: number;

beforeEach(() => {
  vi.useFakeTimers();
  window = new FakeWindow({});
  window.webContents.getURL = () => page;
  clock = 1_000_000;
  const kept = keptLog();
  lines = kept.lines;
  recover(window as unknown as BrowserWindow, { log: kept.log, now: () => clock });
});
afterEach(() => vi.useRealTimers());

const crash = (reason = "crashed") =>
  window.webContents.emit("render-process-gone", {}, { reason, exitCode: 5 });

describe("a page that crashed", () => {
  it("is opened again where it was", () => {
    crash();
    expect(window.loaded).toBe(page);
    expect(lines).toEqual(["page-gone crashed 5"]);
  });

  it("is replaced by a page that helps when it crashes again at once", () => {
    crash();
    clock += 59_000;
    crash("oom");
    expect(window.loaded).toBe(troublePage);
  });

  it("is opened again as often as it had been well in between", () => {
    for (let n = 0; n < 4; n++) {
      clock += 61_000;
      window.loaded = "";
      crash();
      expect(window.loaded).toBe(page);
    }
  });

  it("that was ended on purpose, or whose window is gone, is left alone", () => {
    crash("clean-exit");
    window.isDestroyed = () => true;
    crash();
    expect(window.loaded).toBe("");
  });
});

describe("a page that hangs", () => {
  it("is ended and opened again after ten seconds", () => {
    window.emit("unresponsive");
    vi.advanceTimersByTime(9_900);
    expect(window.loaded).toBe("");
    vi.advanceTimersByTime(200);
    expect(window.loaded).toBe(page);
    expect(lines).toEqual(["page-hangs", "page-gone killed 9"]);
  });

  it.each(["responsive", "closed"])("is left alone when it is %s before", (event) => {
    window.emit("unresponsive");
    window.emit(event);
    vi.advanceTimersByTime(60_000);
    expect(window.loaded).toBe("");
  });

  it("is replaced by a page that helps when it hangs again at once", () => {
    for (const address of [page, troublePage]) {
      window.emit("unresponsive");
      vi.advanceTimersByTime(10_100);
      expect(window.loaded).toBe(address);
    }
  });
});

describe("the page that helps", () => {
  const answer = withTroublePage(
    async ({ url }) => new Response(`other ${url}`),
    () => "en",
  );

  it("comes without a script, under a policy that allows none, in the person's language", async () => {
    const response = await answer(new Request(troublePage));
    const text = await response.text();
    expect(text).toContain('<html lang="en">');
    expect(text).toContain("The page could not be shown");
    expect(text).toContain('href="app://console/"');
    expect(text).not.toContain("<script");
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'/);
    const korean = await withTroublePage(answer, () => "ko")(new Request(troublePage));
    expect(await korean.text()).toContain("화면을 표시하지 못했습니다");
  });

  it.each(["app://console/", "app://console/trouble/x", "app://console/trouble?x", "app://other/trouble"])(
    "leaves %s to others",
    async (url) => {
      expect(await (await answer(new Request(url))).text()).toBe(`other ${url}`);
    },
  );
});
