import type { IpcMain, WebContents } from "electron";
import { beforeEach, describe, expect, it } from "vitest";
import { defaultSetup } from "../../../../desktop/badge-papers.ts";
import { type Connection, previewPage } from "../../../../desktop/ipc.ts";
import { ipcArguments } from "../../../../desktop/main/ipc-arguments.ts";
import { createIpc, type Handlers } from "../../../../desktop/main/security/ipc-guard.ts";
import { FakeContents, FakeIpcMain, invoke } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";

let main: FakeIpcMain;
let ours: FakeContents;
let second: FakeContents;
let done: string[];
let lines: string[];
let isOpen: boolean;
let send: ReturnType<typeof createIpc>["send"];

const connection = { language: "ko" };

beforeEach(() => {
  main = new FakeIpcMain();
  [ours, second] = [new FakeContents(), new FakeContents()];
  done = [];
  isOpen = true;
  const kept = keptLog();
  lines = kept.lines;
  const handlers = Object.fromEntries(
    Object.keys(ipcArguments).map((channel) => [
      channel,
      (...args: unknown[]) => void done.push([channel, ...args].join(" ")),
    ]),
  ) as unknown as Handlers;
  const ipc = createIpc({
    ipcMain: main as unknown as IpcMain,
    windows: () => (isOpen ? [ours, second] : []) as unknown as WebContents[],
    windowContents: () => (isOpen ? (ours as unknown as WebContents) : undefined),
    log: kept.log,
  });
  ipc.handleAll({
    ...handlers,
    "connection.read": () => connection as Connection,
    "connection.check": () => Promise.reject(new Error("/home/hong/secret is not writable")),
  });
  send = ipc.send;
});

const call = (channel: string, ...args: unknown[]) => invoke(main, ours, ours.mainFrame, channel, args);

describe("an IPC call", () => {
  it("from the app's page in the app's window is answered", async () => {
    expect(await call("connection.read")).toEqual(connection);
    await call("connection.connect", "https://one.example.com");
    expect(done).toEqual(["connection.connect https://one.example.com"]);
  });

  it("from a second window is answered, but not its notifications and count", async () => {
    for (const [channel, ...args] of [
      ["attention.notify", "waiting", 1],
      ["attention.count", 1],
      ["updates.check"],
    ])
      await invoke(main, second, second.mainFrame, String(channel), args);
    expect(done).toEqual(["updates.check"]);
  });

  it("is refused from any other window", async () => {
    const other = new FakeContents();
    await expect(invoke(main, other, other.mainFrame, "connection.read", [])).rejects.toThrow("refused");
    expect(lines).toEqual(["ipc-refused connection.read unknown-window"]);
  });

  it("is refused while the app has no window", async () => {
    isOpen = false;
    await expect(call("connection.read")).rejects.toThrow("refused");
  });

  it.each([
    ["a subframe", { parent: {}, detached: false, url: "app://console/" }, "subframe"],
    ["the preview in its frame", { parent: {}, detached: false, url: previewPage }, "subframe"],
    ["the preview as the whole window", { parent: null, detached: false, url: previewPage }, "subframe"],
    [
      "a main frame that is no longer ours",
      { parent: null, detached: false, url: "app://console/" },
      "subframe",
    ],
    ["a detached frame", { parent: null, detached: true, url: "app://console/" }, "no-frame"],
    ["a frame that is gone", null, "no-frame"],
  ])("is refused from %s", async (_what, frame, reason) => {
    await expect(invoke(main, ours, frame, "connection.read", [])).rejects.toThrow("refused");
    expect(lines).toEqual([`ipc-refused connection.read ${reason}`]);
  });

  it.each([
    "https://evil.example/",
    previewPage,
    "app://console.evil/",
    "app://other/",
    "about:blank",
    "file:///x",
    "",
  ])("is refused from the page %s", async (url) => {
    ours.mainFrame.url = url;
    await expect(call("connection.read")).rejects.toThrow("refused");
    expect(lines).toEqual(["ipc-refused connection.read foreign-page"]);
  });

  it.each([
    ["connection.connect"],
    ["connection.connect", 5],
    ["connection.connect", ["https://one.example.com"]],
    ["connection.connect", { toString: "x" }],
    ["connection.connect", "x".repeat(2049)],
    ["connection.connect", "https://one.example.com", "more"],
    ["connection.read", "more"],
    ["connection.forget", null],
    ["language.choose", "fr"],
    ["language.choose", "__proto__"],
    ["printing.print", "badge"],
    ["printing.print", "badge", true],
    ["printing.print", "page", true, null],
    ["printing.print", "badge", true, 301],
    ["printing.setUpBadge", { ...defaultSetup("62"), paper: "letter" }],
    ["printing.setUpBadge", { ...defaultSetup("custom"), width: 20 }],
    ["printing.setUpBadge", { ...defaultSetup("62"), silent: true }],
    ["printing.choose", "badge", { printer: "", isSilent: true }],
    ["printing.choose", "badge", { printer: null, isSilent: true, deviceName: "x" }],
    ["printing.savePdf", "badge", "/etc/passwd"],
    ["upload.cancel"],
    ["upload.cancel", "../x"],
    ["diagnostics.save", "", "/etc/passwd"],
    ["signIn.leave", "https://evil.example.com/"],
    ["signIn.leave", "/auth/company/leave?token=x"],
    ["signIn.begin", "https://evil.example.com/"],
    ["printing.savePdf", "badge", null, "/etc/passwd"],
    ["snapshot.read", { user: 8 }],
  ])("is refused with invalid arguments: %s %j", async (channel, ...args) => {
    await expect(call(channel, ...args)).rejects.toThrow("refused");
    expect(done).toEqual([]);
    expect(lines).toEqual([`ipc-refused ${channel} arguments`]);
  });

  it("that fails does not reveal the reason to the page", async () => {
    await expect(call("connection.check")).rejects.toThrow(/^failed$/);
    expect(lines.join()).toContain("not writable");
  });
});

it("an event is sent to the current window, if any, or to all windows", () => {
  send("link.arrived", null);
  send("unsaved.asked", 1);
  isOpen = false;
  send("link.arrived", null);
  expect(ours.sent).toEqual([
    ["link.arrived", null],
    ["unsaved.asked", 1],
  ]);
  expect(second.sent).toEqual([["unsaved.asked", 1]]);
});
