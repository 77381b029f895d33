// Debian's packages that a whole run of the tests needs, installed at once beside npm. Tests that run by themselves
// install what they miss (tests/support/debian.ts). Plain JavaScript: it runs on Node 20, before anything is installed.
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** Options of apt-get: no manual pages, because the index of those that are there takes longer than the packages. */
export const APT_OPTIONS = [
  ...["-o", "DPkg::Lock::Timeout=300"],
  ...["-o", "Dpkg::Options::=--force-unsafe-io"],
  ...["-o", "Dpkg::Options::=--path-exclude=/usr/share/man/*"],
];

export const APT_INSTALL = ["install", "-y", "--no-install-recommends"];

/** A file that is there once the package is, by package. */
const FILES = {
  "fonts-noto-cjk": "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
  cups: "/usr/sbin/cupsd",
};

/** A program on the path, by package. */
const PROGRAMS = {
  caddy: "caddy",
  "cups-client": "lpadmin",
  dbus: "dbus-daemon",
  "gnome-keyring": "gnome-keyring-daemon",
  "libreoffice-calc-nogui": "soffice",
  openbox: "openbox",
  pgbouncer: "pgbouncer",
  "x11-utils": "xprop",
  xdotool: "xdotool",
  xvfb: "Xvfb",
};

const BROWSERS = ["chromium-headless-shell", "google-chrome", "google-chrome-stable", "chromium", "chrome"];

/** @param {string} program */
function isOnPath(program) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const hasBrowser = () =>
  process.env.CHROME_PATH !== undefined ||
  BROWSERS.some(isOnPath) ||
  existsSync(process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache", "ms-playwright"));

/** Packages that this machine lacks. */
function missingPackages() {
  const files = Object.entries(FILES).filter(([, file]) => !existsSync(file));
  const programs = Object.entries(PROGRAMS).filter(([, program]) => !isOnPath(program));
  const names = [...files, ...programs].map(([name]) => name);
  return hasBrowser() ? names : ["chromium-headless-shell", ...names];
}

/** @param {string[]} words @returns {Promise<boolean>} whether it went through */
function aptGet(words) {
  return new Promise((resolve) => {
    const child = spawn("apt-get", [...APT_OPTIONS, ...words], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: "ignore",
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

/**
 * Installs what is missing, as root where there is apt-get. What cannot be installed is told by the tests that need it.
 * @param {(line: string) => void} log
 */
export async function ensureDebianPackages(log) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !isOnPath("apt-get")) return;
  const missing = missingPackages();
  if (missing.length === 0) return;
  log(`Installing Debian's packages for the tests: ${missing.join(", ")}.`);
  if (await aptGet([...APT_INSTALL, ...missing])) return;
  // the lists of packages are not there yet, or too old
  await aptGet(["update"]);
  await aptGet([...APT_INSTALL, ...missing]);
}
