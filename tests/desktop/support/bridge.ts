/**
 * The built page with the built preload and the real main modules, in Chromium instead of Electron. Not Electron: the page
 * comes over http, there is one world instead of two, and messages are JSON instead of structured clones.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IpcMain, Session, WebContents } from "electron";
import type { BrowserContext, Frame, Page } from "playwright-core";
import type { UpdateState } from "../../../desktop/ipc.ts";
import { createAppProtocol, parseFileList } from "../../../desktop/main/app-protocol.ts";
import { appOrigin } from "../../../desktop/main/app-routes.ts";
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
import { servePages } from "./page-server.ts";
import { preloadScript, pushScript } from "./preload.ts";

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

/** Serves the page as the main process would; there is no server behind it. @returns its address and how to stop */
function servePage(build: string, log: ReturnType<typeof keptLog>["log"]) {
  const folder = join(build, "renderer");
  const files = parseFileList(readFileSync(join(folder, "files.json"), "utf8"));
  const forward = async () => Response.error();
  return servePages(createAppProtocol({ folder, files, forward, random: randomBytes, log }));
}

/** The connection page asks for neither. */
const refuse = () => Promise.reject(new Error("Not here."));
const noLists = {
  "snapshot.read": refuse,
  "snapshot.wipe": refuse,
  "printing.read": refuse,
  "printing.choose": refuse,
  "printing.print": refuse,
  "printing.savePdf": refuse,
};

/** Starts the app's parts around a page of the context. */
export async function startBridge(context: BrowserContext, options: BridgeOptions) {
  const { log, lines } = keptLog();
  const page = await context.newPage();
  const server = await servePage(options.build, log);
  const contents = new FakeContents();
  contents.send = (channel, payload) => void page.evaluate(pushScript(channel, payload)).catch(() => {});

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
    switched: () => {},
    forgotten: async () => {},
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
    ...noLists,
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
  await page.addInitScript(preloadScript(options.build));
  await page.goto(server.origin);
  return {
    page,
    origin: server.origin,
    log: lines,
    settings,
    opened,
    connection,
    links,
    tell: ipc.send,
    close: server.close,
  };
}

export type Bridge = Awaited<ReturnType<typeof startBridge>> & { page: Page };
