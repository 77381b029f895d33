/** What every file of browser tests stands on: a server, the worker's browser, and a watch over every page. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import type { TestServer } from "../api.ts";
import { launchOptions } from "./browser.ts";

/** What a suite starts before the first test of a file. */
interface Started {
  readonly server: TestServer;
}

export interface BrowserSuite<Base extends Started> {
  /** What was started. */
  base(): Base;
  /** A browser without a session on the server's pages; nothing is opened yet. */
  open(options: BrowserContextOptions, opening?: Opening): Promise<Page>;
  /** Says what the browser may complain about in this test. */
  tolerate(...complaints: RegExp[]): void;
}

interface Opening {
  /** Run in each page before its own scripts. */
  readonly scripts?: readonly string[];
  /** Values in the local storage. */
  readonly storage?: Readonly<Record<string, string>>;
}

interface OpenedPage {
  readonly page: Page;
  /** Pages opened with equal options and scripts on the same address can replace each other. */
  readonly key: string;
}

interface BrowserSuiteOptions {
  /** Pages without cached files, for tests of loading. */
  readonly freshPages?: boolean;
}

/** Reported by the page itself; the browser's console does not name the address. */
const reportViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("content security policy: " + event.violatedDirective + " " + event.blockedURI))`;

let launched: Promise<Browser> | undefined;

/**
 * One browser for all files of a worker, driven from its own process: a browser shared by way of a server has every
 * message packed and unpacked twice. It ends with the worker.
 */
function browserOfWorker(path: string): Promise<Browser> {
  launched ??= chromium.launch(launchOptions(path));
  return launched;
}

/** Pages of earlier tests, with cached code: they open in half the time. */
const keptPages: OpenedPage[] = [];

/** The port of the worker's servers: cached files belong to an origin. */
let port = 0;

/** Errors on the console, uncaught ones, and requests to other sites. */
const complaints: string[] = [];

function watch(page: Page, origin: string): void {
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught ${error.stack ?? error.message}`));
  page.on("crash", () => complaints.push("the page crashed"));
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) complaints.push(`asked ${request.url()}`);
  });
}

/**
 * Call at the top of a file. A test fails where a page wrote an error to the console, broke the content security
 * policy or asked another site, or the server logged an error. Without a browser the tests are skipped.
 *
 * Pages are used again by later tests, also of other files, signed out and emptied. A test that leaves a clock, a script, a
 * listener or larger text in its page closes it.
 * @param start starts the server, once for the file, on this port where it is free
 * @param prepare runs before each test
 */
export function browserSuite<Base extends Started>(
  start: (port: number) => Promise<Base>,
  prepare: (base: Base) => Promise<unknown> = async () => {},
  { freshPages = false }: BrowserSuiteOptions = {},
): BrowserSuite<Base> {
  const provided = inject("browser");
  const opened: OpenedPage[] = [];
  let tolerated: RegExp[] = [];
  let browser: Browser | undefined;
  let running: Base | undefined;
  const base = () => {
    if (!running) throw new Error("The server has not been started.");
    return running;
  };

  beforeAll(async () => {
    if ("reason" in provided) return;
    browser = await browserOfWorker(provided.path);
    running = await start(port);
    const { url } = running.server;
    if (Number(new URL(url).port) === port) return;
    // the port was taken: what pages cached belongs to the old one
    for (const { page } of keptPages.splice(0)) await page.context().close();
    port = Number(new URL(url).port);
  });

  afterAll(() => running?.server.close());

  beforeEach(async (test) => {
    if ("reason" in provided) test.skip(provided.reason);
    complaints.length = 0;
    tolerated = [];
    await prepare(base());
  });

  afterEach(async ({ task }) => {
    complaints.push(
      ...base()
        .server.log.splice(0)
        .filter((line) => /"level":"(error|fatal)"/.test(line)),
    );
    const unexpected = () => complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)));
    const pages = opened.splice(0);
    const isFailed = task.result?.state === "fail" || unexpected().length > 0;
    const contexts = pages.map(({ page }) => page.context());
    if (isFailed) await picture(contexts, task.name);
    for (const each of pages) {
      const isKept = !freshPages && !isFailed && (await empty(each.page).catch(() => false));
      if (isKept) keptPages.push(each);
      else await each.page.context().close();
    }
    expect(unexpected(), "what pages and server complained about").toEqual([]);
  });

  return {
    base,
    async open({ viewport = null, ...options }, { scripts = [], storage = {} } = {}) {
      if (!browser) throw new Error("The browser has not been started.");
      const { url } = base().server;
      const key = JSON.stringify([url, options, scripts]);
      const index = freshPages ? -1 : keptPages.findIndex((each) => each.key === key);
      const [kept] = index < 0 ? [] : keptPages.splice(index, 1);
      const page = kept?.page ?? (await newPage(browser, url, options, scripts));
      opened.push({ page, key });
      if (viewport) await page.setViewportSize(viewport);
      if (Object.keys(storage).length > 0) {
        await page.goto(blank);
        await page.evaluate((values) => Object.assign(localStorage, values), storage);
      }
      return page;
    },
    tolerate(...patterns) {
      tolerated.push(...patterns);
    },
  };
}

async function newPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  scripts: readonly string[],
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    timezoneId: "Asia/Seoul",
    locale: "ko-KR",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(10_000);
  for (const script of [reportViolations, ...scripts]) await context.addInitScript(script);
  context.on("page", (page) => watch(page, url));
  return context.newPage();
}

/** An address of the server without content. */
const blank = "/healthz";

/** Signs a page out and empties it, except for cached files. @returns false for a closed one */
async function empty(page: Page): Promise<boolean> {
  if (page.isClosed()) return false;
  const context = page.context();
  for (const each of context.pages()) if (each !== page) await each.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(blank);
  await page.evaluate("sessionStorage.clear()");
  const devTools = await context.newCDPSession(page);
  await devTools.send("Storage.clearDataForOrigin", {
    origin: new URL(page.url()).origin,
    storageTypes: "cookies,local_storage,indexeddb,cache_storage,service_workers",
  });
  await devTools.detach();
  await context.clearCookies();
  await page.emulateMedia({
    media: null,
    forcedColors: "none",
    contrast: "no-preference",
    reducedMotion: "reduce",
  });
  await page.mouse.move(0, 0);
  return true;
}

/** Keeps what a failed test looked at in `dist/e2e`. */
async function picture(contexts: readonly BrowserContext[], test: string): Promise<void> {
  const folder = join(ROOT, "dist", "e2e");
  mkdirSync(folder, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = `${test.replace(/[^\p{L}\d]+/gu, "-").slice(0, 80)}-${index + 1}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true }).catch(() => undefined);
  }
}
