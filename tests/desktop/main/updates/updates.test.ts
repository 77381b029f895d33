import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { UpdateState } from "../../../../desktop/ipc.ts";
import { createUpdates, type Updater } from "../../../../desktop/main/updates/updates.ts";
import { keptLog } from "../../support/log.ts";

/** electron-updater, which allows downgrades as soon as it has a channel, as the real one does. */
class FakeUpdater extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  disableWebInstaller = false;
  allowDowngrade = false;
  allowPrerelease = false;
  logger: unknown = console;
  checks = 0;
  readonly installs: [isSilent: boolean, isRunAfter: boolean][] = [];
  /** what comes of an attempt to install; a program that ends says nothing */
  installing: () => void = () => {};
  answer: () => Promise<null> = async () => null;
  #channel: string | null = null;
  get channel() {
    return this.#channel;
  }
  set channel(name) {
    this.#channel = name;
    this.allowDowngrade = true;
  }
  quitAndInstall(isSilent: boolean, isRunAfter: boolean) {
    this.installs.push([isSilent, isRunAfter]);
    this.installing();
  }
  checkForUpdates() {
    this.checks++;
    return this.answer();
  }
}

function start(changes: Partial<Parameters<typeof createUpdates>[0]> = {}) {
  const updater = new FakeUpdater();
  const said: UpdateState[] = [];
  const repeats: { work: () => void; everyMs: number }[] = [];
  const laters: { work: () => void; afterMs: number }[] = [];
  let loads = 0;
  const { log, lines } = keptLog();
  const updates = createUpdates({
    load: async () => {
      loads++;
      return updater as unknown as Updater;
    },
    policy: {},
    isPolicyBroken: false,
    isSelfUpdating: true,
    releaseKey: undefined,
    platform: "win32",
    onChange: (state) => said.push(state),
    repeat: (work, everyMs) => repeats.push({ work, everyMs }),
    later: (work, afterMs) => laters.push({ work, afterMs }),
    log,
    ...changes,
  });
  updates.start();
  return { updates, updater, said, repeats, laters, lines, loads: () => loads };
}

/** The same after the first check. */
async function checked(changes?: Parameters<typeof start>[0]) {
  const started = start(changes);
  await expect.poll(() => started.updater.checks).toBe(1);
  return started;
}

const failure = (code: string, message = code) => Object.assign(new Error(message), { code });

describe("updates", () => {
  it("are checked for at the start and every four hours", async () => {
    const { updater, repeats } = await checked();
    expect(repeats.map(({ everyMs }) => everyMs)).toEqual([4 * 60 * 60 * 1000]);
    updater.emit("update-not-available", {});
    repeats[0]?.work();
    await expect.poll(() => updater.checks).toBe(2);
  });

  it("are downloaded, installed on quitting, and never downgrade", async () => {
    const { updater } = await checked();
    expect(updater).toMatchObject({
      autoDownload: true,
      autoInstallOnAppQuit: true,
      disableWebInstaller: true,
      allowDowngrade: false,
      allowPrerelease: false,
      channel: "latest",
      logger: null,
    });
  });

  it.each([
    ["policy", { policy: { updates: false } }],
    ["policy", { isPolicyBroken: true }],
    ["unsigned", { platform: "linux" }],
    ["installation", { isSelfUpdating: false }],
    ["installation", { isSelfUpdating: false, policy: { updates: true } }],
  ] as const)("are off by %s: nothing is loaded or requested, not even manually", async (reason, changes) => {
    const { updates, updater, repeats, lines, loads } = start(changes);
    await updates.check();
    expect(updates.read()).toEqual({ state: "off", reason });
    expect([loads(), updater.checks, repeats]).toEqual([0, 0, []]);
    expect(lines).toEqual([`updates-off ${reason}`]);
  });

  it("report each whole percent once", async () => {
    const { updates, updater, said } = await checked();
    updater.emit("update-available", { version: "1.3.0" });
    for (const percent of [0.2, 0.9, 41.1, 41.7]) updater.emit("download-progress", { percent });
    updater.emit("update-downloaded", { version: "1.3.0" });
    expect(said).toEqual([
      { state: "checking" },
      { state: "fetching", version: "1.3.0", percent: 0 },
      { state: "fetching", version: "1.3.0", percent: 41 },
      { state: "ready", version: "1.3.0" },
    ]);
    expect(updates.read()).toEqual({ state: "ready", version: "1.3.0" });
  });

  it("stay ready after the next check, until a newer one is ready", async () => {
    const { updates, updater, repeats } = await checked();
    updater.emit("update-downloaded", { version: "1.3.0" });
    repeats[0]?.work();
    await expect.poll(() => updater.checks).toBe(2);
    updater.emit("update-available", { version: "1.4.0" });
    updater.emit("error", failure("net::ERR_FAILED"));
    expect(updates.read()).toEqual({ state: "ready", version: "1.3.0" });
    updater.emit("update-downloaded", { version: "1.4.0" });
    expect(updates.read()).toEqual({ state: "ready", version: "1.4.0" });
  });

  it("are not checked for during a download", async () => {
    const { updates, updater } = await checked();
    updater.emit("update-available", { version: "1.3.0" });
    await updates.check();
    expect(updater.checks).toBe(1);
  });

  it("log one line for a failure, and are checked for again", async () => {
    const { updates, updater, said, repeats, lines } = start();
    updater.answer = async () => {
      const error = failure("ERR_UPDATER_INVALID_UPDATE_INFO", "broken\nat length");
      updater.emit("error", error);
      throw error;
    };
    await expect.poll(() => said.at(-1)).toEqual({ state: "failed" });
    expect(lines).toEqual(["update-failed ERR_UPDATER_INVALID_UPDATE_INFO broken"]);
    updater.answer = async () => {
      updater.emit("update-not-available", {});
      return null;
    };
    repeats[0]?.work();
    await expect.poll(() => updates.read()).toEqual({ state: "current" });
  });

  it("answer a proxy's request for a password without one", async () => {
    const { updater } = await checked();
    const given: unknown[][] = [];
    updater.emit("login", {}, (...words: unknown[]) => given.push(words));
    expect(given).toEqual([[]]);
  });

  it("fail if a download is interrupted", async () => {
    const { updates, updater } = start();
    const broken = failure("net::ERR_CONNECTION_RESET");
    // as electron-updater does: its event, and a promise that must be handled
    updater.answer = (async () => {
      updater.emit("update-available", { version: "1.3.0" });
      updater.emit("error", broken);
      return { downloadPromise: Promise.reject(broken) };
    }) as never;
    await expect.poll(() => updates.read()).toEqual({ state: "failed" });
  });

  it("fail if electron-updater cannot be loaded", async () => {
    const { updates } = start({ load: () => Promise.reject(new Error("no such file")) });
    await expect.poll(() => updates.read()).toEqual({ state: "failed" });
  });

  describe("installing an update", () => {
    async function ready() {
      const started = await checked();
      started.updater.emit("update-downloaded", { version: "1.3.0" });
      return started;
    }

    it("begins once it is ready, one attempt at a time", async () => {
      const { updates, updater } = await checked();
      await updates.install(true);
      expect(updater.installs).toEqual([]);
      updater.emit("update-downloaded", { version: "1.3.0" });
      void updates.install(true);
      await expect.poll(() => updater.installs).toEqual([[true, true]]);
      // one attempt at a time
      await updates.install(false);
      expect(updater.installs).toHaveLength(1);
    });

    it("fails after half a minute", async () => {
      const { updates, updater, laters } = await ready();
      const over = updates.install(false);
      await expect.poll(() => updater.installs).toHaveLength(1);
      expect(updates.read()).toEqual({ state: "ready", version: "1.3.0" });
      expect(laters.map(({ afterMs }) => afterMs)).toEqual([30_000]);
      laters[0]?.work();
      await over;
      expect(updates.read()).toEqual({ state: "ready", version: "1.3.0", isInstallFailed: true });
    });
  });
});
