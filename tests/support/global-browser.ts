import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ensureBrowser, launchOptions } from "./browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** the running browser's address and path, or why there is none */
    browser: { path: string; address: string } | { reason: string };
  }
}

/**
 * Starts one browser for all browser tests.
 * @returns how to stop it
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
      project.provide("browser", { reason: `${found.path} does not start: ${why}` });
    }
  } else {
    project.provide("browser", found);
  }
  return async () => running?.close();
}
