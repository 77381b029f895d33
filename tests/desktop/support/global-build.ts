import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildDesktop } from "#scripts/package.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** where the built app lies: main, preload, renderer */
    desktopBuild: string;
  }
}

/** Builds the app once for all tests that need it as it is packaged. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "visitor-desk-build-"));
  await buildDesktop(folder, { capture: true });
  project.provide("desktopBuild", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
