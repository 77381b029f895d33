import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildStale } from "#scripts/build.ts";
import { CONSOLE_DIR, SITE_DIR } from "#scripts/lib/paths.ts";
import { startDesktopBuild } from "#tests/desktop/support/global-build.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** folder of the built public site, a copy for this run */
    publicSiteDir: string;
    /** folder of the built console, a copy for this run */
    consoleDir: string;
  }
}

/**
 * Builds the public site and the console if they are stale. The tests use copies, so that another build can start
 * meanwhile.
 * @returns a function that removes the copies
 */
export default async function setup(project: TestProject): Promise<() => void> {
  // Started here to run at the same time, as global set-ups run one after the other.
  if (project.vitest.projects.some(({ name }) => name === "electron")) startDesktopBuild();
  await buildStale();
  const copies = mkdtempSync(join(tmpdir(), "visitor-site-"));
  const copyOf = (folder: string, name: string) => {
    cpSync(folder, join(copies, name), { recursive: true });
    return join(copies, name);
  };
  project.provide("publicSiteDir", copyOf(SITE_DIR, "visitor"));
  project.provide("consoleDir", copyOf(CONSOLE_DIR, "console"));
  return () => rmSync(copies, { recursive: true, force: true });
}
