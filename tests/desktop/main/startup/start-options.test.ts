import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { App } from "electron";
import { describe, expect, it } from "vitest";
import { autostartEntry } from "../../../../desktop/main/startup/autostart-file.ts";
import { openStartAtSignIn, programToStart } from "../../../../desktop/main/startup/start-at-sign-in.ts";
import { openFullScreen, openStartOptions } from "../../../../desktop/main/startup/start-options.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

/** A system that remembers what is started at sign-in. */
function loginItems(isOn = false) {
  const set: Electron.Settings[] = [];
  const app = {
    getLoginItemSettings: () =>
      ({ openAtLogin: set.at(-1)?.openAtLogin ?? isOn }) as Electron.LoginItemSettings,
    setLoginItemSettings: (settings: Electron.Settings) => void set.push(settings),
  } satisfies Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
  return { app, set };
}

interface Start {
  config?: string;
  program?: string;
  policy?: boolean;
  platform?: NodeJS.Platform;
  isPackaged?: boolean;
  app?: ReturnType<typeof loginItems>["app"];
}

async function signInStart(start: Start = {}) {
  const { log, lines } = keptLog();
  const { config = ownFolder(), program = "/opt/Visitor Desk/visitor-desk" } = start;
  const choice = await openStartAtSignIn({
    platform: start.platform ?? "linux",
    app: start.app ?? loginItems().app,
    program,
    config,
    isPackaged: start.isPackaged ?? true,
    policy: start.policy,
    log,
  });
  if (!choice) throw new Error("There is no choice.");
  return { choice, config, lines, file: join(config, "autostart", "visitor-desk.desktop") };
}

describe("starting at sign-in, on Linux", () => {
  it("is a file that is written and removed by the user's choice", async () => {
    const { choice, file } = await signInStart();
    expect([choice.isOn(), choice.isFixed]).toEqual([false, false]);
    await choice.change(true);
    expect(choice.isOn()).toBe(true);
    expect(readFileSync(file, "utf8")).toBe(
      "[Desktop Entry]\nType=Application\nName=Visitor Desk\nName[ko]=방문 관리\n" +
        'Exec="/opt/Visitor Desk/visitor-desk"\nIcon=visitor-desk\nTerminal=false\nX-GNOME-Autostart-enabled=true\n',
    );
    await choice.change(false);
    await choice.change(false);
    expect(choice.isOn()).toBe(false);
  });

  it("follows the policy, and is written once", async () => {
    const { config, file, choice } = await signInStart({ policy: true });
    expect([choice.isOn(), choice.isFixed]).toEqual([true, true]);
    const { ino } = statSync(file);
    await signInStart({ config, policy: true });
    expect(statSync(file).ino).toBe(ino);
    expect((await signInStart({ config, policy: false })).choice.isOn()).toBe(false);
  });

  it("follows a program that an update has renamed", async () => {
    const { config, choice, file } = await signInStart({ program: "/home/kim/desk-1.2.3.AppImage" });
    await choice.change(true);
    await signInStart({ config, program: "/home/kim/desk-1.3.0.AppImage" });
    expect(readFileSync(file, "utf8")).toContain('Exec="/home/kim/desk-1.3.0.AppImage"');
  });

  it.each(["Hidden=true", "X-GNOME-Autostart-enabled=false"])(
    "stays off if the desktop's file has %s",
    async (line) => {
      const config = ownFolder();
      const file = join(config, "autostart", "visitor-desk.desktop");
      mkdirSync(dirname(file));
      writeFileSync(file, `[Desktop Entry]\nType=Application\nExec=desk\n${line}\n`);
      expect((await signInStart({ config })).choice.isOn()).toBe(false);
      expect(readFileSync(file, "utf8")).toContain(line);
      expect((await signInStart({ config, policy: true })).choice.isOn()).toBe(true);
    },
  );

  it("quotes the path", () => {
    const line = autostartEntry('/a "b" $HOME `id` 100% \\x').split("\n")[4];
    expect(line).toBe('Exec="/a \\\\"b\\\\" \\\\$HOME \\\\`id\\\\` 100%% \\\\\\\\x"');
  });

  it("is logged if the file cannot be written", async () => {
    const config = ownFolder();
    writeFileSync(join(config, "autostart"), "not a folder");
    const { lines } = await signInStart({ config, policy: true });
    expect(lines[0]).toMatch(/^sign-in-start-not-set /);
  });
});

describe("starting at sign-in", () => {
  it.each([
    ["win32", { path: "C:\\Visitor Desk.exe", openAtLogin: true }],
    ["darwin", { openAtLogin: true }],
  ] as const)("is a system setting on %s, set once", async (platform, settings) => {
    const items = loginItems();
    const start = { platform, app: items.app, program: "C:\\Visitor Desk.exe", policy: true };
    await signInStart(start);
    const { choice } = await signInStart(start);
    expect(items.set).toEqual([settings]);
    expect([choice.isOn(), choice.isFixed]).toEqual([true, true]);
  });

  it("is switched off by the policy, and unchanged without one", async () => {
    const off = loginItems(true);
    await signInStart({ platform: "darwin", app: off.app, policy: false });
    expect(off.set).toEqual([{ openAtLogin: false }]);
    const own = loginItems(true);
    const { choice } = await signInStart({ platform: "darwin", app: own.app });
    expect([own.set, choice.isOn()]).toEqual([[], true]);
    await choice.change(false);
    expect(own.set).toEqual([{ openAtLogin: false }]);
  });

  it("is not offered by an unpackaged program", async () => {
    await expect(signInStart({ isPackaged: false, policy: true })).rejects.toThrow("no choice");
  });

  it("starts an AppImage by its file", () => {
    const env = { APPIMAGE: "/home/kim/desk.AppImage", APPDIR: "/tmp/.mount_desk" };
    expect(programToStart("/tmp/.mount_desk/visitor-desk", env)).toBe("/home/kim/desk.AppImage");
    // started out of another AppImage
    expect(programToStart("/opt/Visitor Desk/visitor-desk", env)).toBe("/opt/Visitor Desk/visitor-desk");
    expect(programToStart("/opt/Visitor Desk/visitor-desk", {})).toBe("/opt/Visitor Desk/visitor-desk");
  });
});

describe("starting in full screen", () => {
  const file = () => join(ownFolder(), "start.json");
  const { log } = keptLog();

  it("is the user's choice, kept for the next start", async () => {
    const kept = file();
    const choice = openFullScreen(kept, undefined, log);
    expect([choice.isOn(), choice.isFixed]).toEqual([false, false]);
    await choice.change(true);
    expect(openFullScreen(kept, undefined, log).isOn()).toBe(true);
  });

  it.each([true, false])("follows the policy instead of the user's choice: %s", async (policy) => {
    const kept = file();
    await openFullScreen(kept, undefined, log).change(!policy);
    const choice = openFullScreen(kept, policy, log);
    expect([choice.isOn(), choice.isFixed]).toEqual([policy, true]);
  });
});

it("is the only start option of an unpackaged program", async () => {
  const folder = ownFolder();
  const start = (isPackaged: boolean) =>
    openStartOptions({
      app: { ...loginItems().app, isPackaged, getPath: () => folder },
      platform: "linux",
      program: "/opt/visitor-desk",
      env: {},
      policy: { fullScreen: true },
      log: keptLog().log,
    });
  const tried = await start(false);
  expect(tried.choices.map(({ label }) => label)).toEqual(["startFullScreen"]);
  expect(tried.isFullScreen).toBe(true);
  const installed = await start(true);
  expect(installed.choices.map(({ label }) => label)).toEqual(["startAtSignIn", "startFullScreen"]);
});
