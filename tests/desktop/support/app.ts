/**
 * The whole app as it is packaged, its main process on the stand-in for Electron and its pages in Chromium. Not Electron:
 * the pages come over http, there is one world instead of two, messages are JSON, and the network is Node's.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Frame } from "playwright-core";
import { vi } from "vitest";
import { previewOrigin } from "../../../desktop/ipc.ts";
import type { Answer } from "../../../desktop/main/app-protocol.ts";
import { appOrigin } from "../../../desktop/main/app-routes.ts";
import type * as StandIn from "./electron.ts";
import { servePages } from "./page-server.ts";
import { preloadScript, pushScript } from "./preload.ts";

export interface AppOptions {
  /** the built app */
  readonly build: string;
  /** the person's folder */
  readonly userData: string;
  readonly servers?: readonly string[];
  readonly current?: string;
  /** what else the program finds */
  readonly surroundings?: Partial<typeof StandIn.surroundings>;
}

/** Starts the program and opens its window in the context. */
export async function startApp(context: BrowserContext, options: AppOptions) {
  const { build, userData, servers = [], current = null } = options;
  const settings = join(userData, "settings.json");
  writeFileSync(settings, JSON.stringify({ servers, current, language: null }));
  vi.resetModules();
  const electron = (await import("electron")) as unknown as typeof StandIn;
  Object.assign(electron.surroundings, { ...options.surroundings, userData });
  await import(/* @vite-ignore */ join(build, "main/index.js"));
  const window = await vi.waitUntil(() => electron.asked.windows[0]);
  const { webContents } = window;

  const { handlers } = electron.session.fromPartition("persist:console");
  const handlerOf = (scheme: string): Answer => {
    const handler = handlers.get(scheme);
    if (!handler) throw new Error(`Nothing answers for ${scheme}.`);
    return async (request) => handler(request);
  };
  const origins: [ours: string, browsers: string][] = [];
  const translate = (text: string) =>
    origins.reduce((said, [ours, theirs]) => said.replaceAll(ours, theirs), text);
  const server = await servePages(handlerOf("app"), { translate });
  const previews = await servePages(handlerOf("app-preview"), { origin: previewOrigin, translate });
  origins.push([appOrigin, server.origin], [previewOrigin, previews.origin]);
  const page = await context.newPage();
  const here = (address: string) => address.replace(appOrigin, server.origin);

  webContents.send = (channel, payload) => void page.evaluate(pushScript(channel, payload)).catch(() => {});
  window.on("loaded", (address: string) => void page.goto(here(address)).catch(() => {}));
  // told by each new document itself: the browser's own event comes for every screen of the console, too
  await page.exposeBinding("__begun", ({ frame }) => {
    if (frame === page.mainFrame()) webContents.emit("did-navigate");
  });
  const frameOf = (frame: Frame) => {
    const url = frame.url().replace(server.origin, appOrigin);
    if (frame.parentFrame()) return { parent: webContents.mainFrame, detached: false, url };
    webContents.mainFrame.url = url;
    return webContents.mainFrame;
  };
  await page.exposeBinding("__invoke", ({ frame }, channel: string, args: unknown[]) =>
    electron.invoke(electron.ipcMain, webContents, frameOf(frame), channel, args),
  );
  await page.addInitScript(preloadScript(build));
  await page.addInitScript("void window.__begun()");
  await page.goto(here(window.loaded));
  const close = () => {
    server.close();
    previews.close();
  };
  return { page, window, electron, origin: server.origin, close };
}

export type App = Awaited<ReturnType<typeof startApp>>;
