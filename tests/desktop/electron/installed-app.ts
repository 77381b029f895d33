/**
 * The app as a mounted AppImage, in Electron: its program under its own name counts as packaged. The AppImage is a script that
 * starts it. The installed app refuses Playwright's `--remote-debugging-port`; it is controlled by Node's inspector, which the
 * fuses of a release switch off.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { inspect } from "./inspector.ts";

interface Installation {
  /** the folder of the user */
  readonly home: string;
  readonly build: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly updates: string;
  /** the release key that is built in */
  readonly updateKey: string;
  readonly server: string;
}

/** The path and the user of Electron's program, which a wrapper may start as another user. */
function programFacts(program: string, env: Readonly<Record<string, string>>) {
  const question = "JSON.stringify([process.execPath, process.getuid(), process.getgid()])";
  const { stdout } = spawnSync(program, ["-p", question], {
    env: { ...process.env, ...env, ELECTRON_RUN_AS_NODE: "1" },
    encoding: "utf8",
  });
  const [path, uid, gid] = JSON.parse(stdout) as [string, number, number];
  return { path, uid, gid };
}

function link(from: string, to: string, except: readonly string[]): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (!except.includes(name)) symlinkSync(join(from, name), join(to, name));
}

/** The build once more, in another version. */
function versionOf(build: string, folder: string, version: string, updateKey: string): string {
  const copy = join(folder, `build-${version}`);
  link(build, copy, ["package.json"]);
  const facts = JSON.parse(readFileSync(join(build, "package.json"), "utf8"));
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...facts, version, updateKey }));
  return copy;
}

/** Installs it for one user. @returns how to start it, and the content of updates */
export function installApp({ home, build, program, env, updates, updateKey, server }: Installation) {
  const { path, uid, gid } = programFacts(program, env);
  const own = (...parts: string[]) => {
    const folder = join(home, ...parts);
    mkdirSync(folder, { recursive: true });
    chownSync(folder, uid, gid);
    return folder;
  };
  chmodSync(home, 0o755);
  chmodSync(build, 0o755);
  const appDir = join(home, "mounted");
  link(dirname(path), appDir, [basename(path), "resources"]);
  link(join(dirname(path), "resources"), join(appDir, "resources"), ["app-update.yml"]);
  const inside = join(appDir, "visitor-desk");
  copyFileSync(path, inside);
  chmodSync(inside, 0o755);
  writeFileSync(
    join(appDir, "resources", "app-update.yml"),
    `provider: generic\nurl: ${updates}\nuseMultipleRangeRequest: false\nupdaterCacheDirName: visitor-desk-updater\n`,
  );
  own();
  const config = own("config");
  const applications = own("applications");
  const starts = join(own("starts"), "starts");
  const settings = join(own("config", "Visitor Desk"), "settings.json");
  writeFileSync(settings, JSON.stringify({ servers: [server], current: server, language: null }));
  chownSync(settings, uid, gid);

  const appImage = join(applications, "visitor-desk-1.2.3-linux-x86_64.AppImage");
  /** The file of a version; it records its starts and the output of the program. */
  const appImageOf = (version: string): string => `#!/bin/sh
echo "${version} silent=$APPIMAGE_SILENT_INSTALL exit=$APPIMAGE_EXIT_AFTER_INSTALL $$" >> ${starts}
[ "$APPIMAGE_EXIT_AFTER_INSTALL" = true ] && exit 0
export APPIMAGE="$0" APPDIR=${appDir}
exec ${inside} --inspect=0 ${versionOf(build, home, version, updateKey)} 2>> ${starts}-${version}.log
`;
  writeFileSync(appImage, appImageOf("1.2.3"));
  chmodSync(appImage, 0o755);
  chownSync(appImage, uid, gid);

  const startsSoFar = () => (existsSync(starts) ? readFileSync(starts, "utf8").trim().split("\n") : []);
  const logOf = (version: string) => {
    const file = `${starts}-${version}.log`;
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const pids = () => startsSoFar().map((line) => Number(line.split(" ").at(-1)));
  onTestFinished(async () => {
    for (const pid of pids()) if (isRunning(pid)) process.kill(pid, "SIGKILL");
    await expect.poll(() => pids().some(isRunning)).toBe(false);
  });

  const lock = join(config, "Visitor Desk", "SingletonLock");

  /** The running program of a version, steered from its main process. */
  async function steer(version: string) {
    const pid = () => pids().at(-1) ?? 0;
    // before the program is up the inspector gets a context that is replaced
    const isUp = () =>
      logOf(version).includes("ws://") &&
      holderOf(lock) === `${hostname()}-${pid()}` &&
      hasPage(dirname(lock));
    await expect.poll(isUp, { timeout: 30_000 }).toBe(true);
    const main = await inspect(/ws:\/\/\S+/.exec(logOf(version))?.[0] ?? "");
    const windows = () => main.run<number>("return electron.BrowserWindow.getAllWindows().length");
    await expect.poll(windows, { timeout: 30_000 }).toBe(1);
    const own = pid();
    const ends = async (): Promise<void> => {
      main.release();
      await expect.poll(() => isRunning(own), { timeout: 30_000 }).toBe(false);
    };
    return { ...main, ends, isRunning: () => isRunning(own) };
  }

  return {
    config,
    applications,
    appImage,
    appImageOf,
    starts: startsSoFar,
    logOf,
    steer,
    /** The applications' folder can be written to, or not. */
    allowWriting(isAllowed: boolean): void {
      chmodSync(applications, isAllowed ? 0o755 : 0o555);
    },
    start() {
      const cleanEnv = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", ...env };
      const child = spawn(appImage, [], {
        env: { ...cleanEnv, HOME: home, XDG_CONFIG_HOME: config },
        cwd: home,
        uid,
        gid,
        stdio: "ignore",
        detached: true,
      });
      child.unref();
      return steer("1.2.3");
    },
  };
}

/** Whether a renderer runs for the folder. */
function hasPage(userData: string): boolean {
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // Chromium separates the arguments of a renderer by spaces
      const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      return line.includes("--type=renderer") && line.includes(`--user-data-dir=${userData} `);
    } catch {
      return false;
    }
  });
}

/** The holder of the single-instance lock, "desk-1234". */
function holderOf(lock: string): string {
  try {
    return readlinkSync(lock);
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    // a zombie still has its number
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
