/** Finds a Chromium for browser tests, or gets one where that is possible. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { ROOT } from "#scripts/lib/paths.ts";
import { findProgram } from "../programs.ts";

/** The headless program first: it draws no windows, and takes two thirds of the time of the whole browser. */
const headless = "chromium-headless-shell";

const NAMES = [
  headless,
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "chrome",
  "microsoft-edge",
];

const USUAL_PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA].flatMap(
    (folder) =>
      folder
        ? [
            join(folder, "Google", "Chrome", "Application", "chrome.exe"),
            join(folder, "Chromium", "Application", "chrome.exe"),
            join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
          ]
        : [],
  ),
  linux: ["/opt/google/chrome/chrome", "/usr/lib/chromium/chromium", "/snap/bin/chromium"],
};

/** Paths of the program inside a version folder of Playwright's cache. */
const IN_CACHE = [
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-win64/chrome.exe",
  "chrome-win/chrome.exe",
];

/**
 * Options for `chromium.launch` of playwright-core: nothing that talks to the outside. As root Chromium has no sandbox,
 * nor in many containers, and the tests show it our own pages only.
 */
export function launchOptions(executablePath: string) {
  return {
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: [
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ...["--no-first-run", "--disable-gpu"],
    ],
  };
}

/**
 * A browser that is installed: CHROME_PATH, then the path, then usual places, then Playwright's cache.
 * @throws when CHROME_PATH names something that cannot be run
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROME_PATH) {
    if (canRun(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new Error(`CHROME_PATH is ${env.CHROME_PATH}, which cannot be run.`);
  }
  const onPath = (env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...(USUAL_PLACES[process.platform] ?? []), ...inPlaywrightCache(env)].find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where browsers of Playwright may be, the newest first. */
export function inPlaywrightCache(env: NodeJS.ProcessEnv): string[] {
  const usual = {
    darwin: join(homedir(), "Library", "Caches", "ms-playwright"),
    win32: join(env.LOCALAPPDATA ?? homedir(), "ms-playwright"),
    linux: join(env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "ms-playwright"),
  }[process.platform as "darwin" | "win32" | "linux"];
  const cache = env.PLAYWRIGHT_BROWSERS_PATH ?? usual;
  if (!cache || !existsSync(cache)) return [];
  const number = (folder: string) => Number(folder.split("-")[1]);
  return readdirSync(cache)
    .filter((folder) => /^chromium-\d+$/.test(folder))
    .sort((a, b) => number(b) - number(a))
    .flatMap((folder) => IN_CACHE.map((path) => join(cache, folder, path)));
}

/**
 * A browser, installed where there is none: as root by apt-get, which also brings a Korean font, else by Playwright.
 * @returns its path, or the reason why there is none
 */
export function ensureBrowser(log: (line: string) => void): { path: string } | { reason: string } {
  const found = findBrowser();
  const missing = [...(found ? [] : [headless]), ...(hasKoreanFont() ? [] : ["fonts-noto-cjk"])];
  if (missing.length > 0 && process.getuid?.() === 0 && findProgram("apt-get")) {
    log(`Installing ${missing.join(" and ")} for the browser tests.`);
    const install = () => run("apt-get", ["install", "-y", "--no-install-recommends", ...missing]);
    // it fails where the lists of packages are missing or too old
    if (!install() && run("apt-get", ["update"])) install();
  }
  if (!findBrowser()) {
    log("Installing Chromium by Playwright for the browser tests.");
    run(process.execPath, [join(ROOT, "node_modules/playwright-core/cli.js"), "install", "chromium"]);
  }
  const path = findBrowser();
  return path ? { path } : { reason: "no browser: install Chrome or Chromium, or set CHROME_PATH" };
}

const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "inherit"],
  }).status === 0;

/** Without one, Korean pages are full of boxes and text has other widths. Only Linux comes without. */
function hasKoreanFont(): boolean {
  if (process.platform !== "linux") return true;
  const listed = spawnSync("fc-list", [":lang=ko", "family"], { encoding: "utf8" });
  if (listed.status === 0) return listed.stdout.trim() !== "";
  return existsSync("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc");
}
