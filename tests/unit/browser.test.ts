import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findBrowser, inPlaywrightCache } from "../support/browser/browser.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "visitor-browser-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function program(path: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  chmodSync(file, 0o755);
  return file;
}

test("the browser that CHROME_PATH names is taken before any other", () => {
  const onPath = program("bin/google-chrome");
  const named = program("mine/chrome");
  expect(findBrowser({ CHROME_PATH: named, PATH: dirname(onPath) })).toBe(named);
  expect(findBrowser({ PATH: dirname(onPath) })).toBe(onPath);
});

test("a CHROME_PATH that leads nowhere is said, not passed over", () => {
  expect(() => findBrowser({ CHROME_PATH: join(folder, "none") })).toThrow(/CHROME_PATH .* cannot be run/);
});

test("of Playwright's browsers the newest comes first", () => {
  const old = program("chromium-999/chrome-linux/chrome");
  const fresh = program("chromium-1200/chrome-linux64/chrome");
  program("firefox-1500/firefox/firefox");
  const found = inPlaywrightCache({ PLAYWRIGHT_BROWSERS_PATH: folder });
  expect(found.indexOf(fresh)).toBeLessThan(found.indexOf(old));
  expect(found).toContain(old);
});
