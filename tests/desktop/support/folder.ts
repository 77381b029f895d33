import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

const make = () => mkdtempSync(join(tmpdir(), "visitor-desk-"));
const remove = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });

/** A folder of the test's own, gone when the test is. */
export function ownFolder(): string {
  const folder = make();
  onTestFinished(() => remove(folder));
  return folder;
}

/** A folder for all tests of a file. */
export function suiteFolder(): string {
  const folder = make();
  afterAll(() => remove(folder));
  return folder;
}
