/** Setup for a file of browser tests: a server, the worker's browser, and checks for errors on every page. */
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

/** Started before the first test of a file. */
interface SuiteFixtures {
  readonly server: TestServer;
}

export interface BrowserSuite<Fixtures extends SuiteFixtures> {
  fixtures(): Fixtures;
  /** A browser without a session on the server's pages; no page is opened. */
  open(options: BrowserContextOptions, pageOptions?: OpenOptions): Promise<Page>;
  /** Browser errors that do not fail this test. */
  allowErrors(...patterns: RegExp[]): void;
}

interface OpenOptions {
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

/** Logs the blocked address, which the browser's own message lacks. */
const reportViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("content security policy: " + event.violatedDirective + " " + event.blockedURI))`;

let launched: Promise<Browser> | undefined;

/**
 * One browser for all files of a worker, which ends with the worker. A browser server shared by workers would
 * serialize every message twice.
 */
function browserOfWorker(path: string): Promise<Browser> {
  launched ??= chromium.launch(launchOptions(path));
  return launched;
}

/** Pages of earlier tests; with cached code they open in half the time. */
const reusablePages: OpenedPage[] = [];

/** The port of the worker's servers, always the same, as cached files belong to an origin. */
let port = 0;

/** Errors on the console, uncaught errors, and requests to other sites. */
const errors: string[] = [];

function watch(page: Page, origin: string): void {
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(`uncaught ${error.stack ?? error.message}`));
  page.on("crash", () => errors.push("the page crashed"));
  page.on("request", (request) => {
    const { protocol, origin: requested } = new URL(request.url());
    if (/^https?:$/.test(protocol) && requested !== origin) errors.push(`requested ${request.url()}`);
  });
}

/**
 * Call at the top of a file. A test fails if a page logs an error, violates the content security policy or calls
 * another site, or if the server logs an error. Without a browser the tests are skipped.
 *
 * Later tests, also of other files, reuse the pages, signed out and reset. A test that leaves a clock, a script, a
 * listener or larger text in its page must close it.
 * @param start starts the server, once for the file, on this port if it is free
 * @param prepare runs before each test
 */
export function browserSuite<Fixtures extends SuiteFixtures>(
  start: (port: number) => Promise<Fixtures>,
  prepare: (fixtures: Fixtures) => Promise<unknown> = async () => {},
  { freshPages = false }: BrowserSuiteOptions = {},
): BrowserSuite<Fixtures> {
  const provided = inject("browser");
  const opened: OpenedPage[] = [];
  let allowed: RegExp[] = [];
  let browser: Browser | undefined;
  let running: Fixtures | undefined;
  const fixtures = () => {
    if (!running) throw new Error("The server has not been started.");
    return running;
  };

  beforeAll(async () => {
    if ("reason" in provided) return;
    browser = await browserOfWorker(provided.path);
    running = await start(port);
    const { url } = running.server;
    if (Number(new URL(url).port) === port) return;
    // the port was taken: cached files belong to the old one
    for (const { page } of reusablePages.splice(0)) await page.context().close();
    port = Number(new URL(url).port);
  });

  afterAll(() => running?.server.close());

  beforeEach(async (test) => {
    if ("reason" in provided) test.skip(provided.reason);
    errors.length = 0;
    allowed = [];
    await prepare(fixtures());
  });

  afterEach(async ({ task }) => {
    errors.push(
      ...fixtures()
        .server.log.splice(0)
        .filter((line) => /"level":"(error|fatal)"/.test(line)),
    );
    const unexpected = () => errors.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    const pages = opened.splice(0);
    const isFailed = task.result?.state === "fail" || unexpected().length > 0;
    const contexts = pages.map(({ page }) => page.context());
    if (isFailed) await screenshot(contexts, task.name);
    for (const each of pages) {
      const isReusable = !freshPages && !isFailed && (await reset(each.page).catch(() => false));
      if (isReusable) reusablePages.push(each);
      else await each.page.context().close();
    }
    expect(unexpected(), "errors of pages and server").toEqual([]);
  });

  return {
    fixtures,
    async open({ viewport = null, ...options }, { scripts = [], storage = {} } = {}) {
      if (!browser) throw new Error("The browser has not been started.");
      const { url } = fixtures().server;
      const key = JSON.stringify([url, options, scripts]);
      const index = freshPages ? -1 : reusablePages.findIndex((each) => each.key === key);
      const [reused] = index < 0 ? [] : reusablePages.splice(index, 1);
      const page = reused?.page ?? (await newPage(browser, url, options, scripts));
      opened.push({ page, key });
      if (viewport) await page.setViewportSize(viewport);
      if (Object.keys(storage).length > 0) {
        await page.goto(blankPath);
        await page.evaluate((values) => Object.assign(localStorage, values), storage);
      }
      return page;
    },
    allowErrors(...patterns) {
      allowed.push(...patterns);
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

/** A path without content. */
const blankPath = "/healthz";

/** Signs a page out and deletes its stored data, except cached files. @returns false for a closed page */
async function reset(page: Page): Promise<boolean> {
  if (page.isClosed()) return false;
  const context = page.context();
  for (const each of context.pages()) if (each !== page) await each.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(blankPath);
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

/** Saves the pages of a failed test in `dist/e2e`. */
async function screenshot(contexts: readonly BrowserContext[], test: string): Promise<void> {
  const folder = join(ROOT, "dist", "e2e");
  mkdirSync(folder, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = `${test.replace(/[^\p{L}\d]+/gu, "-").slice(0, 80)}-${index + 1}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true }).catch(() => undefined);
  }
}
