import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ensureBrowser, launchOptions } from "./browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the running browser's address and path, or why there is none */
    browser: { path: string; address: string } | { reason: string };
  }
}

/** Why there is no browser: for people that is why tests are skipped; a machine that judges a change must have one. */
function without(project: TestProject, reason: string): void {
  if (process.env.CI) throw new Error(reason);
  project.provide("browser", { reason });
}

/**
 * Starts one browser for all browser tests.
 * @returns how to stop it
 * @throws in CI, where there is none
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = ensureBrowser(console.log);
  let running: BrowserServer | undefined;
  if ("path" in found) {
    try {
      running = await chromium.launchServer({ ...launchOptions(found.path), host: "127.0.0.1" });
      project.provide("browser", { path: found.path, address: running.wsEndpoint() });
    } catch (error) {
      const [why] = (error as Error).message.split("\n");
      without(project, `${found.path} does not start: ${why}`);
    }
  } else {
    without(project, found.reason);
  }
  return async () => running?.close();
}
