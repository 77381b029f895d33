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
  /**
   * A browser of one's own on the server's pages; nothing is opened yet.
   * @param scripts run in each of its pages before anything else
   */
  open(options: BrowserContextOptions, ...scripts: string[]): Promise<Page>;
  /** Says what the browser may complain about in this test. */
  tolerate(...complaints: RegExp[]): void;
}

interface Opened {
  readonly page: Page;
  readonly options: BrowserContextOptions;
  /** what it was opened with: the same for pages that can stand in for one another */
  readonly key: string;
}

/** Told by the page itself, beside what the browser writes to its console. */
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

/** Takes down whatever a page complains about, and every address outside our own site. */
function watch(page: Page, origin: string, complaints: string[]): void {
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
 * @param start starts the server, once for the file
 * @param prepare runs before each test
 * @param keepsPages a test gets a page of an earlier one, signed out and emptied: with its code at hand a page opens in half
 * the time. A test that leaves something in it (a clock, a script, larger text) closes it
 */
export function browserSuite<Base extends Started>(
  start: () => Promise<Base>,
  prepare: (base: Base) => Promise<unknown> = async () => {},
  keepsPages = false,
): BrowserSuite<Base> {
  const provided = inject("browser");
  const opened: Opened[] = [];
  const kept: Opened[] = [];
  const complaints: string[] = [];
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
    running = await start();
  });

  afterAll(async () => {
    await Promise.all(kept.map(({ page }) => page.context().close()));
    await running?.server.close();
  });

  beforeEach(async (test) => {
    if ("reason" in provided) test.skip(provided.reason);
    complaints.length = 0;
    tolerated = [];
    await prepare(base());
  });

  afterEach(async ({ task }) => {
    const isFailed = task.result?.state === "fail";
    const contexts = opened.map(({ page }) => page.context());
    if (isFailed) await picture(contexts, task.name);
    for (const each of opened.splice(0)) {
      const isKept = keepsPages && !isFailed && !each.options.storageState && !each.page.isClosed();
      if (!isKept) await each.page.context().close();
      else kept.push(await emptied(each));
    }
    complaints.push(
      ...base()
        .server.log.splice(0)
        .filter((line) => /"level":"(error|fatal)"/.test(line)),
    );
    const unexpected = complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)));
    expect(unexpected, "what pages and server complained about").toEqual([]);
  });

  return {
    base,
    async open(options, ...scripts) {
      if (!browser) throw new Error("The browser has not been started.");
      const { url } = base().server;
      const key = JSON.stringify([options, scripts]);
      const at = kept.findIndex((each) => each.key === key);
      const [again] = at < 0 ? [] : kept.splice(at, 1);
      if (again) {
        opened.push(again);
        return again.page;
      }
      const context = await browser.newContext({
        baseURL: url,
        timezoneId: "Asia/Seoul",
        locale: "ko-KR",
        reducedMotion: "reduce",
        ...options,
      });
      context.setDefaultTimeout(10_000);
      for (const script of [reportViolations, ...scripts]) await context.addInitScript(script);
      context.on("page", (page) => watch(page, url, complaints));
      const page = await context.newPage();
      opened.push({ page, options, key });
      return page;
    },
    tolerate(...patterns) {
      tolerated.push(...patterns);
    },
  };
}

/** Leaves a page as it was opened, on an address of its server that shows nothing. */
async function emptied(opened: Opened): Promise<Opened> {
  const { page, options } = opened;
  for (const each of page.context().pages()) if (each !== page) await each.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("/healthz");
  await page.evaluate("localStorage.clear(), sessionStorage.clear()");
  await page.context().clearCookies();
  await page.emulateMedia({ media: null });
  if (options.viewport) await page.setViewportSize(options.viewport);
  return opened;
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
