/**
 * Task `icons`: generates the desktop app's icons from resources/icons/app.svg. They are committed, so only a change of the
 * drawing needs a browser.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { messageOf } from "#contract/thrown.ts";
import { findBrowser, launchOptions } from "#tests/support/browser/browser.ts";
import { type Picture, toIcns, toIco } from "./lib/icon-files.ts";
import { ROOT } from "./lib/paths.ts";

const SOURCE = join(ROOT, "resources/icons/app.svg");
const FOLDER = join(ROOT, "resources/icons/desktop");
const STAMP = join(FOLDER, "source.sha256");
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const LARGEST_IN_ICO = 256;
const LARGEST_ON_LINUX = 512;

const sourceHash = () => createHash("sha256").update(readFileSync(SOURCE)).digest("hex");

/** True where the committed icons were generated from the current drawing. */
export function areIconsCurrent(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8").trim() === sourceHash();
}

async function draw(executable: string): Promise<Picture[]> {
  const browser = await chromium.launch(launchOptions(executable));
  try {
    const page = await browser.newPage();
    const pictures: Picture[] = [];
    const svg = readFileSync(SOURCE).toString("base64");
    for (const size of SIZES) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<body style="margin:0"><img style="display:block;width:100vw" src="data:image/svg+xml;base64,${svg}">`,
      );
      pictures.push({ size, png: await page.screenshot({ omitBackground: true }) });
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

async function makeIcons(): Promise<void> {
  const executable = findBrowser();
  if (!executable) throw new Error("The icons are drawn by a browser: install Chrome or Chromium.");
  const pictures = await draw(executable);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "png"), { recursive: true });
  for (const { size, png } of pictures.filter(({ size }) => size <= LARGEST_ON_LINUX)) {
    writeFileSync(join(FOLDER, "png", `${size}x${size}.png`), png);
  }
  writeFileSync(join(FOLDER, "icon.ico"), toIco(pictures.filter(({ size }) => size <= LARGEST_IN_ICO)));
  writeFileSync(join(FOLDER, "icon.icns"), toIcns(pictures));
  writeFileSync(STAMP, `${sourceHash()}\n`);
}

if (import.meta.main) {
  try {
    await makeIcons();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
