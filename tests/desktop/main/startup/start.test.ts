import type { EventEmitter } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MenuItemConstructorOptions } from "electron";
import { beforeEach, expect, inject, test, vi } from "vitest";
import { builderConfig } from "../../../../desktop/builder.config.ts";
import type * as StandIn from "../../support/electron.ts";
import { ownFolder } from "../../support/folder.ts";
import { healthy, serve } from "../../support/servers.ts";

type Surroundings = typeof StandIn.surroundings;

const built = inject("desktopBuild");

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const emitters: readonly [EventEmitter, string][] = [
    [process, "uncaughtException"],
    [process, "unhandledRejection"],
    [process.stdout, "error"],
    [process.stderr, "error"],
  ];
  const before = emitters.map(([emitter, event]) => emitter.listeners(event));
  return () => {
    vi.restoreAllMocks();
    for (const [index, [emitter, event]] of emitters.entries()) {
      const added = emitter.listeners(event).filter((listener) => !before[index]?.includes(listener));
      for (const listener of added) emitter.off(event, listener as () => void);
    }
  };
});

/** Starts the built program on the stand-in for Electron. */
async function start(changes: Partial<Surroundings> = {}): Promise<typeof StandIn> {
  const standIn = await import("electron").then((module) => module as unknown as typeof StandIn);
  Object.assign(standIn.surroundings, { userData: ownFolder(), ...changes });
  await import(/* @vite-ignore */ join(built, "main/index.js"));
  return standIn;
}

async function startOpen(changes: Partial<Surroundings> = {}) {
  const standIn = await start(changes);
  const window = await vi.waitUntil(() => standIn.calls.windows[0]);
  return { ...standIn, window };
}

const submenus = (menu: MenuItemConstructorOptions[] = []): MenuItemConstructorOptions[] =>
  menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? [...submenu, ...submenus(submenu)] : []));

test("the instance lock, schemes and sandbox are set before Electron is ready", async () => {
  const { calls } = await startOpen();
  expect(calls.order).toEqual(["lock", "schemes", "sandbox", "ready"]);
  expect(calls.appUserModelIds).toEqual([builderConfig({ release: false, env: {} }).appId]);
  expect(calls.privileges).toEqual([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
    { scheme: "app-preview", privileges: { standard: true, secure: true, corsEnabled: true } },
  ]);
});

test("links to the public site open in the system's browser, no other window opens", async () => {
  const server = await serve(healthy);
  const { window, ipcMain, invoke, calls } = await startOpen();
  const { webContents } = window;
  const open = (url: string) => webContents.openHandler?.({ url });
  expect(open("app://console/did")).toEqual({ action: "deny" });
  await invoke(ipcMain, webContents, webContents.mainFrame, "connection.connect", [server.origin]);
  for (const url of ["app://console/did", "app://console/files/a.mp4", "app://console/"])
    expect(open(url)).toEqual({ action: "deny" });
  for (const url of [
    "https://evil.example/did",
    "app://console/dash/visits",
    "app://console.evil/did",
    "file:///did",
  ])
    expect(open(url)).toEqual({ action: "deny" });
  expect(calls.opened).toEqual(["/did", "/files/a.mp4", "/"].map((path) => `${server.origin}${path}`));
});

test("an installed app registers for links, with two dashes before them; development does not", async () => {
  const { calls } = await startOpen();
  expect(calls.schemes).toEqual([["visit", "--"]]);
  vi.resetModules();
  expect((await startOpen({ isPackaged: false })).calls.schemes).toEqual([]);
});

test("a link from macOS is kept until the console asks", async () => {
  const { app, window, ipcMain, invoke } = await startOpen();
  const { webContents } = window;
  const take = () => invoke(ipcMain, webContents, webContents.mainFrame, "link.take", []);
  let prevented = false;
  app.emit("open-url", { preventDefault: () => (prevented = true) }, "visit://261120-7KQ2M");
  expect(webContents.sent).toContainEqual(["link.arrived", null]);
  expect([prevented, await take(), await take()]).toEqual([true, { reserveNo: "261120-7KQ2M" }, null]);
});

test("the log is kept in a file, and the menu opens its folder", async () => {
  const userData = ownFolder();
  const { app, calls } = await startOpen({ userData });
  app.emit("second-instance", {}, ["/opt/visitor-desk", "visit://no"]);
  expect(readFileSync(join(userData, "logs/visitor-desk.log"), "utf8")).toContain('"event":"link-refused"');
  const click = submenus(calls.menus[0]).find(({ label }) => label === "로그 폴더 열기")?.click;
  (click as (() => void) | undefined)?.();
  expect(calls.opened).toEqual([join(userData, "logs")]);
});

test.each(["no-sandbox", "disable-web-security", "remote-debugging-port", "ignore-certificate-errors"])(
  "an installed app refuses to run with --%s, and shows an error",
  async (name) => {
    const { calls } = await start({ switches: [name] });
    expect(calls.exitCode).toBe(1);
    expect(calls.windows).toEqual([]);
    expect(calls.errorBoxes[0]?.[1]).toContain(`--${name}`);
  },
);

test("every part follows the policy", async () => {
  const policy = {
    updateHour: 3,
    lobbyDisplay: true,
    notifications: false,
    startAtSignIn: true,
    fullScreen: true,
  };
  vi.doMock("node:fs/promises", async (original) => {
    const real = await original<typeof import("node:fs/promises")>();
    const readFile = async (file: string, ...rest: []) =>
      file.endsWith("/policy.json") ? Buffer.from(JSON.stringify(policy)) : real.readFile(file, ...rest);
    return { ...real, readFile };
  });
  const repeat = vi.spyOn(globalThis, "setInterval");
  const userData = ownFolder();
  const { window, ipcMain, invoke, calls } = await startOpen({ userData });
  const { webContents } = window;
  expect(window.options.fullscreen).toBe(true);
  const attention = await invoke(ipcMain, webContents, webContents.mainFrame, "attention.read", []);
  expect(attention).toMatchObject({ isAllowed: false });
  expect(repeat).toHaveBeenCalledWith(expect.any(Function), 60_000);
  expect(existsSync(join(userData, "appData/autostart/visitor-desk.desktop"))).toBe(true);
  const off = submenus(calls.menus[0]).find(({ label }) => label === "끄기");
  expect(off).toMatchObject({ checked: false, enabled: false });
  vi.doUnmock("node:fs/promises");
});

test("a failed start shows an error", async () => {
  const file = join(ownFolder(), "a-file");
  writeFileSync(file, "");
  const { calls } = await start({ userData: file, languages: ["en-US"] });
  await vi.waitUntil(() => calls.exitCode !== undefined);
  expect(calls.errorBoxes[0]?.[0]).toBe("Could not start");
  expect(calls.windows).toEqual([]);
});
