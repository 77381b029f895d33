import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** An empty folder, which the caller removes. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), "visitor-desk-"));

/** Removes a folder, also while a program still writes there. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });

/** A folder that is removed after the test. */
export function ownFolder(): string {
  const folder = newFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export function suiteFolder(): string {
  const folder = newFolder();
  afterAll(() => removeFolder(folder));
  return folder;
}
