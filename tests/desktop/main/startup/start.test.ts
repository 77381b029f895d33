import type { EventEmitter } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as Electron from "electron";
import { beforeEach, expect, inject, test, vi } from "vitest";
import { builderConfig } from "../../../../desktop/builder.config.ts";
import type * as StandIn from "../../support/electron.ts";
import { ownFolder } from "../../support/folder.ts";
import { healthy, serve } from "../../support/servers.ts";

type Surroundings = typeof StandIn.surroundings;

const built = inject("desktopBuild");
const lines: string[] = [];

beforeEach(() => {
  vi.resetModules();
  lines.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
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

/** Starts the program as it is packaged, on the stand-in. @returns the stand-in, with all that was asked of it */
async function start(changes: Partial<Surroundings> = {}): Promise<typeof StandIn> {
  const standIn = await import("electron").then((module) => module as unknown as typeof StandIn);
  Object.assign(standIn.surroundings, { userData: ownFolder(), ...changes });
  await import(/* @vite-ignore */ join(built, "main/index.js"));
  return standIn;
}

async function startOpen(changes: Partial<Surroundings> = {}) {
  const standIn = await start(changes);
  const window = await vi.waitUntil(() => standIn.asked.windows[0]);
  return { ...standIn, window };
}

/** Chooses an entry of the menu. */
function press(menus: Electron.MenuItemConstructorOptions[][], label: string): void {
  const entries = (menus[0] ?? []).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  const click = entries.find((entry) => entry.label === label)?.click as (() => void) | undefined;
  if (!click) throw new Error(`There is no ${label} in the menu.`);
  click();
}

test("scheme, sandbox and the lock come before Electron is ready", async () => {
  const { asked } = await startOpen();
  expect(asked.order).toEqual(["lock", "schemes", "sandbox", "ready"]);
  expect(asked.appUserModelIds).toEqual([builderConfig({ release: false, env: {} }).appId]);
  expect(asked.privileges).toEqual([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
    { scheme: "app-preview", privileges: { standard: true, secure: true, corsEnabled: true } },
  ]);
});

test("the window shows the bundled page, in a session that is locked", async () => {
  const { window, session } = await startOpen();
  expect(window.loaded).toBe("app://console/");
  expect(window.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    devTools: false,
  });
  const preload = window.options.webPreferences?.preload ?? "";
  expect(readFileSync(preload, "utf8")).toContain('exposeInMainWorld("desktop"');
  expect(window.webContents.openHandler?.({ url: "https://evil.example" })).toEqual({ action: "deny" });

  const pages = session.fromPartition("persist:console");
  expect(window.options.webPreferences?.session).toBe(pages);
  expect(pages.permissionRequest).toBeTypeOf("function");
  const answer = await pages.handlers.get("app")?.(new Request("app://console/"));
  expect(await answer?.text()).toContain('<div id="root">');
  expect(
    (await pages.handlers.get("app")?.(new Request("app://console/%2e%2e%2fpackage.json")))?.status,
  ).toBe(400);
});

test.each([
  ["the connection page", "app://console/"],
  ["the console", "app://console/dash/"],
])("%s: the built page's files are all on the list, and only they", async (_page, address) => {
  const { session } = await startOpen();
  const handler = session.fromPartition("persist:console").handlers.get("app");
  const page = await (await handler?.(new Request(address, { headers: { Accept: "text/html" } })))?.text();
  const files = [...(page ?? "").matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) expect((await handler?.(new Request(`app://console${path}`)))?.status).toBe(200);
  expect((await handler?.(new Request("app://console/files.json")))?.status).toBe(404);
});

test("with a server chosen the console is what opens, and only the menu leads back", async () => {
  const userData = ownFolder();
  const settings = { servers: ["http://127.0.0.1:9"], current: "http://127.0.0.1:9", language: null };
  writeFileSync(join(userData, "settings.json"), JSON.stringify(settings));
  const { window, asked } = await startOpen({ userData });
  expect(window.loaded).toBe("app://console/dash/");
  const [file] = asked.menus.at(-1) ?? [];
  const entries = (file?.submenu ?? []) as { label: string; click: () => void }[];
  entries.find(({ label }) => label === "서버 바꾸기…")?.click();
  expect(window.loaded).toBe("app://console/");
});

test("links to the public site open in the system's browser, no other window opens", async () => {
  const server = await serve(healthy);
  const { window, ipcMain, invoke, asked } = await startOpen();
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
  expect(asked.opened).toEqual(["/did", "/files/a.mp4", "/"].map((path) => `${server.origin}${path}`));
});

test("another language renames the menu", async () => {
  const { window, ipcMain, invoke, asked } = await startOpen();
  const { webContents } = window;
  await invoke(ipcMain, webContents, webContents.mainFrame, "language.choose", ["en"]);
  expect(asked.menus.map((menu) => menu[0]?.label)).toEqual(["파일", "File"]);
});

test("what is installed opens links, behind two dashes; development leaves them alone", async () => {
  const { asked } = await startOpen();
  expect(asked.schemes).toEqual([["visit", "--"]]);
  vi.resetModules();
  expect((await startOpen({ isPackaged: false })).asked.schemes).toEqual([]);
});

test("a link that macOS hands over waits for the console", async () => {
  const { app, window, ipcMain, invoke } = await startOpen();
  const { webContents } = window;
  const take = () => invoke(ipcMain, webContents, webContents.mainFrame, "link.take", []);
  let prevented = false;
  app.emit("open-url", { preventDefault: () => (prevented = true) }, "visit://261120-7KQ2M");
  expect(webContents.sent).toContainEqual(["link.arrived", null]);
  expect([prevented, await take(), await take()]).toEqual([true, { reserveNo: "261120-7KQ2M" }, null]);
});

test("what happens is kept in a file that the menu leads to", async () => {
  const userData = ownFolder();
  const { app, asked } = await startOpen({ userData });
  app.emit("second-instance", {}, ["/opt/visitor-desk", "visit://no"]);
  expect(readFileSync(join(userData, "logs/visitor-desk.log"), "utf8")).toContain('"event":"link-refused"');
  press(asked.menus, "로그 폴더 열기");
  expect(asked.opened).toEqual([join(userData, "logs")]);
});

test("a page that crashes comes back, at the size it had", async () => {
  const { window, asked } = await startOpen();
  window.loaded = "";
  window.webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 1 });
  expect(window.loaded).toBe("app://console/");
  press(asked.menus, "확대");
  window.webContents.zoomFactor = 1;
  window.webContents.emit("did-finish-load");
  expect(window.webContents.zoomFactor).toBe(1.1);
});

test("the box about the program has its versions", async () => {
  const { asked } = await startOpen();
  press(asked.menus, "방문 관리 정보");
  await vi.waitUntil(() => asked.messages[0]);
  expect(asked.messages[0]?.detail).toContain("프로그램 버전: 1.2.3");
});

test("what was not installed for one person does not update itself", async () => {
  const { window, ipcMain, invoke } = await startOpen();
  const { webContents } = window;
  const read = () => invoke(ipcMain, webContents, webContents.mainFrame, "updates.read", []);
  expect(await read()).toEqual({ state: "off", reason: "installation" });
  expect(lines.join("")).toContain('"event":"updates-off"');
});

test.each(["no-sandbox", "disable-web-security", "remote-debugging-port", "ignore-certificate-errors"])(
  "an installed program does not run with --%s, and says why",
  async (name) => {
    const { asked } = await start({ switches: [name] });
    expect(asked.exitCode).toBe(1);
    expect(asked.windows).toEqual([]);
    expect(asked.errorBoxes[0]?.[1]).toContain(`--${name}`);
  },
);

test("a start that fails says so instead of doing nothing", async () => {
  const file = join(ownFolder(), "a-file");
  writeFileSync(file, "");
  const { asked } = await start({ userData: file, languages: ["en-US"] });
  await vi.waitUntil(() => asked.exitCode !== undefined);
  expect(asked.errorBoxes[0]?.[0]).toBe("Could not start");
  expect(asked.windows).toEqual([]);
});

test("development keeps its settings apart from what is installed", async () => {
  const { asked } = await startOpen({ isPackaged: false, switches: ["remote-debugging-port"] });
  expect(asked.order[0]).toBe("path userData /nowhere/appData/visitor-development");
});
