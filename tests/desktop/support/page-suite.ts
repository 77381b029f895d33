/** What tests of the page stand on: the shared browser, and a watch over everything that a page complains about. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { type Bridge, type BridgeOptions, startBridge } from "./bridge.ts";
import { ownFolder } from "./folder.ts";

export const one = "https://visit.narusol-materials.example";
export const two = "https://visitor.busan-plant.narusol-materials.example:8443";

/** Every server is ours and well. */
export const fine = async (): Promise<undefined> => undefined;

export interface Opening extends Partial<BridgeOptions> {
  servers?: string[];
  current?: string | null;
  language?: "ko" | "en";
  /** the settings file as it stands, instead of the three above */
  settings?: string;
  look?: BrowserContextOptions;
}

export interface PageSuite {
  /** Opens the app with these settings, at its smallest where nothing else is said. */
  open(opening?: Opening): Promise<Bridge>;
  /** The console is where one arrives; there is no server behind it here, and it says so. */
  arrives(page: Page): Promise<void>;
  /** Says what the browser may complain about in this test. */
  tolerate(complaint: RegExp): void;
}

/** Call at the top of a file. A page that writes an error fails its test; without a browser the tests are skipped. */
export function pageSuite(): PageSuite {
  const provided = inject("browser");
  let browser: Browser | undefined;
  let closers: (() => unknown)[] = [];
  let complaints: string[] = [];
  let tolerated: RegExp[] = [];

  beforeAll(async () => {
    if ("address" in provided) browser = await chromium.connect(provided.address);
  });
  afterAll(() => browser?.close());
  beforeEach((test) => {
    if ("reason" in provided) test.skip(provided.reason);
    [closers, complaints, tolerated] = [[], [], []];
  });
  afterEach(async () => {
    for (const close of closers) await close();
    expect(complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  async function open({ servers = [], current = null, language, settings, look, ...rest }: Opening = {}) {
    if (!browser) throw new Error("There is no browser.");
    const userData = ownFolder();
    const kept = settings ?? JSON.stringify({ servers, current, language: language ?? null });
    writeFileSync(join(userData, "settings.json"), kept);
    const context = await browser.newContext({ viewport: { width: 900, height: 600 }, ...look });
    closers.push(() => context.close());
    context.on("page", (page) => {
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
    });
    const bridge = await startBridge(context, { build: inject("desktopBuild"), userData, ...rest });
    closers.push(bridge.close);
    await bridge.page.getByRole("heading", { level: 1 }).waitFor();
    return bridge;
  }

  const arrives = async (page: Page) => {
    tolerated.push(/Failed to load resource|CallError: offline/);
    await page.waitForURL((url) => url.pathname.startsWith("/dash/"));
  };

  return { open, arrives, tolerate: (complaint) => void tolerated.push(complaint) };
}

/** Takes a picture to look at, where SCREENSHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
