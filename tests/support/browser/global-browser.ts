import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ensureBrowser, launchOptions } from "./browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the browser's path, or why there is none */
    browser: { path: string } | { reason: string };
  }
}

/** Lets tests be skipped without a browser. @throws in CI, where no test is skipped */
function provideNone(project: TestProject, reason: string): void {
  if (process.env.CI) throw new Error(reason);
  project.provide("browser", { reason });
}

/**
 * Finds a browser, and checks that it starts; each worker launches its own (browser-suite.ts).
 * @throws in CI, if there is none
 */
export default async function setup(project: TestProject): Promise<void> {
  const found = ensureBrowser(console.log);
  if ("reason" in found) {
    provideNone(project, found.reason);
    return;
  }
  try {
    const browser = await chromium.launch(launchOptions(found.path));
    await browser.close();
    project.provide("browser", found);
  } catch (error) {
    const [reason] = (error as Error).message.split("\n");
    provideNone(project, `${found.path} does not start: ${reason}`);
  }
}
