import type { IpcMain, WebContents } from "electron";
import { beforeEach, describe, expect, it } from "vitest";
import { defaultSetup } from "../../../../desktop/badge-papers.ts";
import { previewPage } from "../../../../desktop/ipc.ts";
import { createIpc, type Handlers } from "../../../../desktop/main/security/ipc-guard.ts";
import { FakeContents, FakeIpcMain, invoke } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";

let main: FakeIpcMain;
let ours: FakeContents;
let done: string[];
let lines: string[];
let isOpen: boolean;
let send: ReturnType<typeof createIpc>["send"];

const connection = {
  language: "ko",
  servers: [],
  current: undefined,
  settingsLost: false,
  serversFixed: false,
  policyBroken: false,
} as const;

const choice = { printer: null, isSilent: false };
const choices = {
  passes: choice,
  evacuation: choice,
  badge: choice,
  register: choice,
  closing: choice,
  invitations: choice,
};
const presets = {
  badgePrinter: false,
  badgePaper: false,
  badgeSilent: false,
  listPrinter: false,
  listSilent: false,
};

beforeEach(() => {
  main = new FakeIpcMain();
  ours = new FakeContents();
  done = [];
  isOpen = true;
  const kept = keptLog();
  lines = kept.lines;
  const note =
    (name: string) =>
    (...args: unknown[]): void =>
      void done.push([name, ...args].join(" "));
  const handlers: Handlers = {
    "connection.read": () => connection,
    "connection.connect": (address) => {
      note("connect")(address);
      return { connected: true, server: address };
    },
    "connection.check": () => Promise.reject(new Error("/home/somebody/secret is not writable")),
    "connection.forget": note("forget"),
    "connection.openSite": () => true,
    "language.choose": note("choose"),
    "app.read": () => ({ version: "1.2.3", electron: "45", chromium: "150", system: "Linux" }),
    "updates.read": () => ({ state: "current" }),
    "updates.check": note("check"),
    "updates.restart": () => "notReady",
    "unsaved.answer": note("unsaved"),
    "link.take": () => null,
    "snapshot.read": () => ({ problem: "none" }),
    "snapshot.wipe": note("wipe"),
    "printing.read": () => ({ printers: [], choices, badge: defaultSetup(), presets }),
    "printing.choose": (sheet, { printer, isSilent }) => note("printer")(sheet, printer, isSilent),
    "printing.setUpBadge": ({ paper }) => note("badge")(paper),
    "printing.print": (sheet, asks, length) => {
      note("print")(sheet, asks, length);
      return "printed";
    },
    "printing.savePdf": () => ({ state: "cancelled" }),
    "attention.read": () => ({ isAllowed: true, notifications: true, sound: false }),
    "attention.choose": ({ notifications, sound }) => note("attention")(notifications, sound),
    "attention.notify": note("notify"),
    "attention.count": note("count"),
    "upload.cancel": note("cancel"),
    "signIn.begin": () => false,
    "signIn.take": () => null,
    "signIn.leave": (path) => note("leave")(path) !== undefined,
    "diagnostics.save": note("diagnostics"),
  };
  const ipc = createIpc({
    ipcMain: main as unknown as IpcMain,
    windowContents: () => (isOpen ? (ours as unknown as WebContents) : undefined),
    log: kept.log,
  });
  ipc.handleAll(handlers);
  send = ipc.send;
});

const call = (channel: string, ...args: unknown[]) => invoke(main, ours, ours.mainFrame, channel, args);

describe("a call of the window", () => {
  it("is done when it comes from our page in our window", async () => {
    expect(await call("connection.read")).toEqual(connection);
    expect(await call("connection.connect", "https://one.example.com")).toMatchObject({ connected: true });
    expect(done).toEqual(["connect https://one.example.com"]);
  });

  it("is refused from a window that is not ours", async () => {
    const other = new FakeContents();
    await expect(invoke(main, other, other.mainFrame, "connection.read", [])).rejects.toThrow("refused");
    expect(lines).toEqual(["ipc-refused connection.read unknown-window"]);
  });

  it("is refused while there is no window of ours", async () => {
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
    ["diagnostics.save", "/etc/passwd"],
    ["signIn.leave", "https://evil.example.com/"],
    ["signIn.leave", "/auth/company/leave?token=x"],
    ["signIn.begin", "https://evil.example.com/"],
    ["printing.savePdf", "badge", null, "/etc/passwd"],
    ["snapshot.read", { user: 8 }],
  ])("is refused with arguments off the schema: %s %j", async (channel, ...args) => {
    await expect(call(channel, ...args)).rejects.toThrow("refused");
    expect(done).toEqual([]);
    expect(lines).toEqual([`ipc-refused ${channel} arguments`]);
  });

  it("tells the page nothing of the cause when it fails", async () => {
    await expect(call("connection.check")).rejects.toThrow(/^failed$/);
    expect(lines.join()).toContain("not writable");
  });

  it("has a handler for every channel and for none besides", () => {
    expect([...main.handlers.keys()].sort()).toEqual([
      "app.read",
      "attention.choose",
      "attention.count",
      "attention.notify",
      "attention.read",
      "connection.check",
      "connection.connect",
      "connection.forget",
      "connection.openSite",
      "connection.read",
      "diagnostics.save",
      "language.choose",
      "link.take",
      "printing.choose",
      "printing.print",
      "printing.read",
      "printing.savePdf",
      "printing.setUpBadge",
      "signIn.begin",
      "signIn.leave",
      "signIn.take",
      "snapshot.read",
      "snapshot.wipe",
      "unsaved.answer",
      "updates.check",
      "updates.read",
      "updates.restart",
      "upload.cancel",
    ]);
  });
});

describe("what is said to the window", () => {
  it("reaches ours, and nobody where there is none", () => {
    send("connection.changed", connection);
    isOpen = false;
    send("connection.changed", connection);
    expect(ours.sent).toEqual([["connection.changed", connection]]);
  });
});
