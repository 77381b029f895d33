import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ensureBrowser, launchOptions } from "./browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the browser's path, or why there is none */
    browser: { path: string } | { reason: string };
  }
}

/** Why there is no browser: for people that is why tests are skipped; a machine that judges a change must have one. */
function without(project: TestProject, reason: string): void {
  if (process.env.CI) throw new Error(reason);
  project.provide("browser", { reason });
}

/**
 * Finds a browser that starts; each worker launches its own (browser-suite.ts).
 * @throws in CI, where there is none
 */
export default async function setup(project: TestProject): Promise<void> {
  const found = ensureBrowser(console.log);
  if ("reason" in found) {
    without(project, found.reason);
    return;
  }
  try {
    const tried = await chromium.launch(launchOptions(found.path));
    await tried.close();
    project.provide("browser", found);
  } catch (error) {
    const [why] = (error as Error).message.split("\n");
    without(project, `${found.path} does not start: ${why}`);
  }
}
