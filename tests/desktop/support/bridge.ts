/**
 * The built page with the built preload and the real main modules, in Chromium instead of Electron. Not Electron: the page
 * comes over http, there is one world instead of two, and messages are JSON instead of structured clones.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { IpcMain, Session, WebContents } from "electron";
import type { BrowserContext, Frame, Page } from "playwright-core";
import type { UpdateState } from "../../../desktop/ipc.ts";
import { appOrigin, createAppProtocol, parseFileList } from "../../../desktop/main/app-protocol.ts";
import { createConnection } from "../../../desktop/main/connection.ts";
import { createOpenExternal } from "../../../desktop/main/external-link.ts";
import { fixServers } from "../../../desktop/main/fixed-servers.ts";
import { createIpc } from "../../../desktop/main/ipc-guard.ts";
import { languageFor } from "../../../desktop/main/language.ts";
import { createLinks } from "../../../desktop/main/links.ts";
import type { PolicyRead } from "../../../desktop/main/policy.ts";
import { type CheckServer, createServerCheck } from "../../../desktop/main/server-check.ts";
import { openSettings } from "../../../desktop/main/settings.ts";
import { createSmallGet } from "../../../desktop/main/small-get.ts";
import { FakeContents, FakeIpcMain, invoke } from "./electron.ts";
import { keptLog } from "./log.ts";
import { nodeNet } from "./node-net.ts";

export interface BridgeOptions {
  /** the built app */
  build: string;
  /** the person's folder, with settings or without */
  userData: string;
  /** instead of asking over the network */
  checkServer?: CheckServer;
  /** what IT laid down; nothing unless given */
  policy?: PolicyRead;
  /** how the program keeps itself up to date */
  update?: UpdateState;
  /** whether the system has a browser to open */
  hasBrowser?: boolean;
}

/** Serves the page as the main process would. @returns its address and how to stop */
async function servePage(build: string, log: ReturnType<typeof keptLog>["log"]) {
  const folder = join(build, "renderer");
  const files = parseFileList(readFileSync(join(folder, "files.json"), "utf8"));
  const answer = createAppProtocol({ folder, files, log });
  const server = createServer(async (request, response) => {
    // Chromium wants one over http; Electron asks for none
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    const { status, headers, body } = await answer(
      new Request(`${appOrigin}${request.url}`, { method: request.method ?? "GET" }),
    );
    response.writeHead(status, Object.fromEntries(headers));
    response.end(body ? Buffer.from(await new Response(body).arrayBuffer()) : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Electron's two modules for a preload, as far as ours uses them, over one function that the test provides. */
const preloadSurroundings = `
  const listeners = new Map();
  window.__push = (channel, payload) => { for (const hear of listeners.get(channel) ?? []) hear({}, payload); };
  const electron = {
    contextBridge: { exposeInMainWorld: (name, value) => { window[name] = value; } },
    ipcRenderer: {
      invoke: (channel, ...args) => window.__invoke(channel, args),
      on: (channel, hear) => listeners.set(channel, [...(listeners.get(channel) ?? []), hear]),
      off: (channel, hear) => listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== hear)),
    },
  };
  const require = (name) => { if (name === "electron") return electron; throw new Error("No module " + name); };
`;

/** Starts the app's parts around a page of the context. */
export async function startBridge(context: BrowserContext, options: BridgeOptions) {
  const { log, lines } = keptLog();
  const page = await context.newPage();
  const server = await servePage(options.build, log);
  const contents = new FakeContents();
  contents.send = (channel, payload) =>
    void page
      .evaluate(`window.__push(${JSON.stringify(channel)}, ${JSON.stringify(payload)})`)
      .catch(() => {});

  const main = new FakeIpcMain();
  const ipc = createIpc({
    ipcMain: main as unknown as IpcMain,
    windowContents: () => contents as unknown as WebContents,
    log,
  });
  const policy = options.policy ?? { policy: {}, isBroken: false };
  const links = createLinks(log);
  const settings = fixServers(openSettings(join(options.userData, "settings.json"), log), policy.policy);
  const opened: string[] = [];
  const shell = {
    openExternal: async (url: string) => {
      if (options.hasBrowser === false) throw new Error("There is no browser.");
      opened.push(url);
    },
  };
  const get = createSmallGet({ net: nodeNet, session: {} as Session, timeoutMs: 500, maxBytes: 16_384 });
  const connection = createConnection({
    settings,
    policy,
    checkServer: options.checkServer ?? createServerCheck(get),
    openExternal: createOpenExternal({ shell, allowed: () => settings.value().servers, log }),
    languageNow: () => languageFor(settings.value().language, ["ko-KR"]),
    changed: (next) => ipc.send("connection.changed", next),
    now: Date.now,
  });
  ipc.handleAll({
    "connection.read": connection.read,
    "connection.connect": connection.connect,
    "connection.check": connection.check,
    "connection.forget": connection.forget,
    "connection.openSite": connection.openSite,
    "language.choose": connection.chooseLanguage,
    "app.read": () => ({
      version: "1.2.3",
      electron: "45.4.1",
      chromium: "150.0",
      system: "Linux 6.1 (x64)",
    }),
    "updates.read": () => options.update ?? { state: "off", reason: "installation" },
    "updates.check": () => {},
    "link.take": links.take,
  });

  links.onArrival(() => ipc.send("link.arrived", null));

  const frameOf = (frame: Frame) => {
    const url = frame.url().replace(server.origin, appOrigin);
    if (frame.parentFrame()) return { parent: contents.mainFrame, detached: false, url };
    contents.mainFrame.url = url;
    return contents.mainFrame;
  };
  await page.exposeBinding("__invoke", ({ frame }, channel: string, args: unknown[]) =>
    invoke(main, contents, frameOf(frame), channel, args),
  );
  const preload = readFileSync(join(options.build, "preload/index.cjs"), "utf8");
  await page.addInitScript(`{ ${preloadSurroundings}; (() => { ${preload} })(); }`);
  await page.goto(server.origin);
  return { page, log: lines, settings, opened, connection, links, tell: ipc.send, close: server.close };
}

export type Bridge = Awaited<ReturnType<typeof startBridge>> & { page: Page };
