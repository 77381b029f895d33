import type { BrowserWindow } from "electron";
import { expect, test } from "vitest";
import { createConsoleWindows } from "../../../../desktop/main/shell/console-windows.ts";
import { FakeWindow } from "../../support/electron.ts";

test("a window whose page is destroyed is no longer used", () => {
  const windows = createConsoleWindows();
  const [first, second] = [new FakeWindow({}), new FakeWindow({})];
  for (const window of [first, second]) windows.add(window as unknown as BrowserWindow);
  second.webContents.emit("destroyed");
  expect(windows.current()).toBe(first);
  second.emit("closed");
  expect(windows.all()).toEqual([first]);
});
