/** The question about a page that hangs. */
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pagePing, pagePong } from "../../../../desktop/ipc.ts";
import { watchPage } from "../../../../desktop/main/recovery/page-watch.ts";
import { FakeWindow } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";

let window: FakeWindow;
let lines: string[];
let isDialogOpen: boolean;
let isWell: boolean;
let boxes: { options: MessageBoxOptions; press: (button: number) => void }[];
let ended: number;

beforeEach(() => {
  vi.useFakeTimers();
  window = new FakeWindow({});
  [isDialogOpen, isWell, boxes, ended] = [false, true, [], 0];
  const { webContents } = window;
  webContents.send = (channel) => {
    if (channel === pagePing && isWell) webContents.ipc.emit(pagePong, {});
  };
  webContents.forcefullyCrashRenderer = () => {
    ended += 1;
    webContents.emit("render-process-gone", {}, { reason: "killed", exitCode: 9 });
  };
  const kept = keptLog();
  lines = kept.lines;
  const showMessageBox = (_window: unknown, options: MessageBoxOptions) =>
    new Promise<MessageBoxReturnValue>((resolve) => {
      const press = (response: number) => resolve({ response, checkboxChecked: false });
      boxes.push({ options, press });
      // Electron closes it as if the user had cancelled
      options.signal?.addEventListener("abort", () => press(options.cancelId ?? 0));
    });
  watchPage(window as unknown as BrowserWindow, {
    dialog: { showMessageBox: showMessageBox as Electron.Dialog["showMessageBox"] },
    isDialogOpen: () => isDialogOpen,
    currentLanguage: () => "ko",
    now: Date.now,
    intervalMs: 2_000,
    log: kept.log,
  });
});
afterEach(() => {
  window.emit("closed");
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it("is not asked while the page responds", async () => {
  await pass(600);
  expect(boxes).toEqual([]);
});

it("is not asked by Electron's event, which closing the window causes", async () => {
  window.emit("unresponsive");
  await pass(600);
  expect([boxes.length, ended]).toEqual([0, 0]);
});

it("is asked after ten seconds without a response, and the page is not ended", async () => {
  isWell = false;
  await pass(9);
  expect(boxes).toEqual([]);
  await pass(600);
  expect(boxes).toHaveLength(1);
  expect(boxes[0]?.options).toMatchObject({
    message: "화면이 응답하지 않습니다",
    buttons: ["기다리기", "다시 열기"],
    defaultId: 0,
  });
  expect(ended).toBe(0);
  expect(lines).toEqual(["page-hangs"]);
});

it("is asked again after ten seconds if the user waits", async () => {
  isWell = false;
  await pass(20);
  boxes[0]?.press(0);
  await pass(9);
  expect(boxes).toHaveLength(1);
  await pass(10);
  expect(boxes).toHaveLength(2);
  expect(ended).toBe(0);
});

it("is withdrawn when the page responds", async () => {
  isWell = false;
  await pass(20);
  isWell = true;
  await pass(2);
  expect(boxes[0]?.options.signal?.aborted).toBe(true);
  boxes[0]?.press(1);
  await pass(0);
  expect(ended).toBe(0);
});

it("is not asked while a system dialog is open; counting begins when it closes", async () => {
  [isWell, isDialogOpen] = [false, true];
  await pass(600);
  expect(boxes).toEqual([]);
  isDialogOpen = false;
  await pass(9);
  expect(boxes).toEqual([]);
  await pass(10);
  expect(boxes).toHaveLength(1);
});

it("does not count time in which this process was blocked or the computer slept", async () => {
  isWell = false;
  await pass(8);
  vi.setSystemTime(Date.now() + 3_600_000);
  await pass(8);
  expect(boxes).toEqual([]);
});

it.each(["isCrashed", "isDevToolsOpened"] as const)("is not asked if the page reports %s", async (state) => {
  isWell = false;
  window.webContents[state] = () => true;
  await pass(600);
  expect(boxes).toEqual([]);
});
