import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** An empty folder, which the caller removes. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), "visitor-desk-"));

/** Removes a folder with all that is in it, also while a program that is ending still writes there. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });

/** A folder of the test's own, gone when the test is. */
export function ownFolder(): string {
  const folder = newFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** A folder for all tests of a file. */
export function suiteFolder(): string {
  const folder = newFolder();
  afterAll(() => removeFolder(folder));
  return folder;
}
