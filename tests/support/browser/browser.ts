/** Finds or installs a Chromium for browser tests. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { ROOT } from "#scripts/lib/paths.ts";
import { findProgram } from "../programs.ts";

/** First choice, as it takes two thirds of the time of the full browser. */
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

const INSTALL_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
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

/** Paths within a version folder of Playwright's cache. */
const CACHED_PATHS = [
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-win64/chrome.exe",
  "chrome-win/chrome.exe",
];

/**
 * Options for `chromium.launch` of playwright-core, without calls to other sites. Chromium's sandbox does not work as
 * root and in many containers; the tests open our own pages only.
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
 * An installed browser, by CHROME_PATH, PATH, installation paths or Playwright's cache.
 * @throws if CHROME_PATH is not executable
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROME_PATH) {
    if (canRun(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new Error(`CHROME_PATH is ${env.CHROME_PATH}, which is not executable.`);
  }
  const onPath = (env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...(INSTALL_PATHS[process.platform] ?? []), ...inPlaywrightCache(env)].find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Possible paths of Playwright's browsers, newest first. */
export function inPlaywrightCache(env: NodeJS.ProcessEnv): string[] {
  const defaultCache = {
    darwin: join(homedir(), "Library", "Caches", "ms-playwright"),
    win32: join(env.LOCALAPPDATA ?? homedir(), "ms-playwright"),
    linux: join(env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "ms-playwright"),
  }[process.platform as "darwin" | "win32" | "linux"];
  const cache = env.PLAYWRIGHT_BROWSERS_PATH ?? defaultCache;
  if (!cache || !existsSync(cache)) return [];
  const number = (folder: string) => Number(folder.split("-")[1]);
  return readdirSync(cache)
    .filter((folder) => /^chromium-\d+$/.test(folder))
    .sort((a, b) => number(b) - number(a))
    .flatMap((folder) => CACHED_PATHS.map((path) => join(cache, folder, path)));
}

/**
 * A browser; if there is none, installs one: as root by apt-get, also with a Korean font, else by Playwright.
 * @returns its path, or the reason why there is none
 */
export function ensureBrowser(log: (line: string) => void): { path: string } | { reason: string } {
  const found = findBrowser();
  const missing = [...(found ? [] : [headless]), ...(hasKoreanFont() ? [] : ["fonts-noto-cjk"])];
  if (missing.length > 0 && process.getuid?.() === 0 && findProgram("apt-get")) {
    log(`Installing ${missing.join(" and ")} for the browser tests.`);
    const install = () => run("apt-get", ["install", "-y", "--no-install-recommends", ...missing]);
    // fails if the package lists are missing or too old
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

/** Without one, Korean text shows as boxes and has other widths. Only Linux may lack one. */
function hasKoreanFont(): boolean {
  if (process.platform !== "linux") return true;
  const listed = spawnSync("fc-list", [":lang=ko", "family"], { encoding: "utf8" });
  if (listed.status === 0) return listed.stdout.trim() !== "";
  return existsSync("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc");
}
