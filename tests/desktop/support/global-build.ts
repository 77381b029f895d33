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

declare global {
  /** The build that several projects of one run share, and how many of them still use it. */
  var sharedDesktopBuild: { folder: Promise<string>; users: number } | undefined;
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "visitor-desk-build-"));
  await buildDesktop(folder, { capture: true });
  return folder;
}

/** Builds the app once for all tests of a run. */
export function startDesktopBuild() {
  // each project loads this module anew
  if (!globalThis.sharedDesktopBuild) {
    const folder = build();
    // a failure is reported where it is awaited
    folder.catch(() => {});
    globalThis.sharedDesktopBuild = { folder, users: 0 };
  }
  return globalThis.sharedDesktopBuild;
}

export default async function setup(project: TestProject): Promise<() => void> {
  const shared = startDesktopBuild();
  shared.users += 1;
  const folder = await shared.folder;
  project.provide("desktopBuild", folder);
  return () => {
    shared.users -= 1;
    if (shared.users === 0) rmSync(folder, { recursive: true, force: true });
  };
}
