import { EventEmitter } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App, BrowserWindow, MessageBoxOptions } from "electron";
import { describe, expect, it, vi } from "vitest";
import type { RestartOutcome, UpdateState } from "../../../../desktop/ipc.ts";
import { createRestart } from "../../../../desktop/main/updates/restart.ts";
import { openReturnPage } from "../../../../desktop/main/updates/return-page.ts";
import { acquireSingleInstance } from "../../../../desktop/main/updates/single-instance.ts";
import { createUnsavedCheck } from "../../../../desktop/main/updates/unsaved-check.ts";
import { updateInHour } from "../../../../desktop/main/updates/update-hour.ts";
import { askAboutUnsaved } from "../../../../desktop/main/window/unsaved-changes.ts";
import { FakeWindow } from "../../support/electron.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

const ready: UpdateState = { state: "ready", version: "1.3.0" };

/** An installation that works ends the program, so its promise never settles. */
const forGood = () => new Promise<void>(() => {});

function restarting(changes: Partial<Parameters<typeof createRestart>[0]> = {}, answer = 0) {
  const app = new EventEmitter();
  const installs: string[] = [];
  const shown: MessageBoxOptions[] = [];
  const { log, lines } = keptLog();
  const restart = createRestart({
    updates: {
      read: () => ready,
      install: (isSilent) => {
        installs.push(isSilent ? "silent" : "shown");
        return forGood();
      },
    },
    isBusy: () => false,
    hasUnsaved: async () => false,
    prepare: async () => {},
    dialog: {
      showMessageBox: (async (options: MessageBoxOptions) => {
        shown.push(options);
        return { response: answer, checkboxChecked: false };
      }) as Electron.Dialog["showMessageBox"],
    },
    app: app as unknown as App,
    currentLanguage: () => "ko",
    log,
    ...changes,
  });
  return { restart, app, installs, shown, lines };
}

describe("a restart to update", () => {
  it("requested by a user asks about unsaved input before it installs", async () => {
    const { restart, installs, shown } = restarting({ hasUnsaved: async () => true });
    expect(await restart.byUser()).toBe("unsaved");
    expect(shown[0]).toMatchObject({
      message: "저장하지 않은 내용이 있습니다",
      buttons: ["계속 작성", "저장하지 않고 다시 시작"],
      cancelId: 0,
    });
    expect([installs, restart.isLeaving()]).toEqual([[], false]);
  });

  it("continues if the user agrees", async () => {
    const { restart, installs } = restarting({ hasUnsaved: async () => true }, 1);
    void restart.byUser();
    await expect.poll(() => installs).toEqual(["shown"]);
  });

  it("by schedule is cancelled without a question if there is unsaved input", async () => {
    const { restart, installs, shown } = restarting({ hasUnsaved: async () => true }, 1);
    expect(await restart.unattended()).toBe("unsaved");
    expect([installs, shown]).toEqual([[], []]);
  });

  it.each(["byUser", "unattended"] as const)("waits while something is printed (%s)", async (start) => {
    const { restart, installs } = restarting({ isBusy: () => true });
    expect(await restart[start]()).toBe("busy");
    expect(installs).toEqual([]);
  });

  it("waits for a job that began while the page was asked", async () => {
    let isBusy = false;
    const { restart, installs } = restarting({
      isBusy: () => isBusy,
      async hasUnsaved() {
        isBusy = true;
        return false;
      },
    });
    expect([await restart.unattended(), installs]).toEqual(["busy", []]);
  });

  it("does nothing without an update", async () => {
    const { restart } = restarting({ updates: { read: () => ({ state: "current" }), install: forGood } });
    expect(await restart.byUser()).toBe("notReady");
  });

  it("that failed is reported and can be retried", async () => {
    const { restart } = restarting({ updates: { read: () => ready, install: async () => {} } });
    expect(await restart.byUser()).toBe("failed");
    expect(restart.isLeaving()).toBe(false);
    expect(await restart.byUser()).toBe("failed");
  });

  it("that failed late does not quit the app; the user still can", async () => {
    const { restart, app } = restarting({ updates: { read: () => ready, install: async () => {} } });
    await restart.byUser();
    const late = { preventDefault: vi.fn() };
    app.emit("before-quit", late);
    expect(late.preventDefault).toHaveBeenCalledOnce();
    await new Promise(setImmediate);
    const own = { preventDefault: vi.fn() };
    app.emit("before-quit", own);
    expect(own.preventDefault).not.toHaveBeenCalled();
  });

  it("installs even if the screen cannot be saved", async () => {
    const { restart, installs, lines } = restarting({
      prepare: () => Promise.reject(new Error("disk full")),
    });
    void restart.unattended();
    await expect.poll(() => installs).toEqual(["silent"]);
    expect(lines).toEqual(["return-not-saved disk full"]);
  });
});

describe("a window that closes for an update", () => {
  it.each([
    [true, 0],
    [false, 1],
  ])("with quitting %s, shows %i questions", (isLeaving, questions) => {
    const window = new FakeWindow({});
    let asked = 0;
    const dialog = { showMessageBoxSync: () => asked++ };
    askAboutUnsaved(
      window as unknown as BrowserWindow,
      dialog,
      () => "ko",
      () => isLeaving,
    );
    const event = { preventDefault: vi.fn() };
    window.webContents.emit("will-prevent-unload", event);
    expect(asked).toBe(questions);
    expect(event.preventDefault).toHaveBeenCalledTimes(isLeaving ? 1 : 0);
  });
});

describe("the question about unsaved input", () => {
  const start = (pages = 1) => {
    const put: number[] = [];
    const laters: (() => void)[] = [];
    const question = createUnsavedCheck({
      ask: (number) => put.push(number) && pages,
      later: (work) => laters.push(work),
    });
    return { ...question, put, laters };
  };

  it.each([true, false])("is answered by the page: %s", async (isUnsaved) => {
    const { hasUnsaved, answer, put } = start();
    const answered = hasUnsaved();
    answer(put[0] ?? 0, isUnsaved);
    expect(await answered).toBe(isUnsaved);
  });

  it.each([true, false])("is answered by all pages: %s", async (isUnsaved) => {
    const { hasUnsaved, answer } = start(2);
    const answered = hasUnsaved();
    answer(1, false);
    answer(1, isUnsaved);
    expect(await answered).toBe(isUnsaved);
  });

  it("is not answered by the answer to another question", async () => {
    const { hasUnsaved, answer, put, laters } = start();
    const first = hasUnsaved();
    const second = hasUnsaved();
    answer(put[1] ?? 0, false);
    expect(await second).toBe(false);
    laters[0]?.();
    expect(await first).toBe(true);
  });

  it("counts as yes without an answer, and as no without a page", async () => {
    const hanging = start();
    const answered = hanging.hasUnsaved();
    hanging.laters[0]?.();
    expect(await answered).toBe(true);
    expect(await start(0).hasUnsaved()).toBe(false);
  });
});

describe("the update hour of the policy", () => {
  function start(hour: number | undefined, changes: { outcome?: RestartOutcome; idle?: number } = {}) {
    const repeats: { work: () => void; everyMs: number }[] = [];
    const clock = { now: new Date(2026, 10, 21, 2, 59), idle: changes.idle ?? 3600, update: ready };
    const { log, lines } = keptLog();
    let restarts = 0;
    updateInHour({
      hour,
      update: () => clock.update,
      restart: {
        unattended: async () => {
          restarts++;
          return changes.outcome ?? "unsaved";
        },
      },
      systemIdleSeconds: () => clock.idle,
      now: () => clock.now,
      repeat: (work, everyMs) => repeats.push({ work, everyMs }),
      log,
    });
    const at = async (day: number, hours: number, minutes = 0) => {
      clock.now = new Date(2026, 10, day, hours, minutes);
      repeats[0]?.work();
      await new Promise(setImmediate);
      return restarts;
    };
    return { at, clock, repeats, lines };
  }

  it("is checked every minute", async () => {
    const { at, repeats } = start(3);
    expect(repeats.map(({ everyMs }) => everyMs)).toEqual([60_000]);
    expect(await at(21, 2, 59)).toBe(0);
    expect(await at(21, 3, 0)).toBe(1);
    expect(await at(21, 3, 59)).toBe(2);
    expect(await at(21, 4, 0)).toBe(2);
    expect(await at(22, 3, 0)).toBe(3);
  });

  it("may be midnight", async () => {
    const { at } = start(0);
    expect([await at(21, 23, 59), await at(22, 0, 0)]).toEqual([0, 1]);
  });

  it("is not checked without a policy", () => {
    expect(start(undefined).repeats).toEqual([]);
  });

  it("does nothing while no update is ready", async () => {
    const { at, clock } = start(3);
    clock.update = { state: "current" };
    expect(await at(21, 3)).toBe(0);
  });

  it("waits until the computer has been idle for five minutes", async () => {
    const { at, clock, lines } = start(3, { idle: 299 });
    expect([await at(21, 3, 0), await at(21, 3, 1)]).toEqual([0, 0]);
    clock.idle = 300;
    expect(await at(21, 3, 2)).toBe(1);
    expect(lines).toEqual(["update-put-off used", "update-put-off unsaved"]);
  });

  it("is skipped after a failed attempt on the same day", async () => {
    const { at } = start(3, { outcome: "failed" });
    expect([await at(21, 3, 0), await at(21, 3, 1), await at(22, 3, 0)]).toEqual([1, 1, 2]);
  });
});

describe("the screen to return to", () => {
  const open = (file: string, now = 1_000_000) => openReturnPage(file, () => now, keptLog().log);

  it("is returned once, without its search", async () => {
    const file = join(ownFolder(), "return.json");
    await open(file).keep("app://console/dash/visits?q=%ED%99%8D%EA%B8%B8%EB%8F%99#x");
    expect(readFileSync(file, "utf8")).not.toContain("ED");
    const next = open(file);
    expect(next.take()).toBe("app://console/dash/visits");
    expect(next.take()).toBeUndefined();
    await expect.poll(() => readFileSync(file, "utf8")).toBe("null\n");
  });

  it("is forgotten after a quarter of an hour", async () => {
    const file = join(ownFolder(), "return.json");
    await open(file).keep("app://console/dash/passes");
    expect(open(file, 1_000_000 + 15 * 60_000).take()).toBeUndefined();
  });

  it.each([
    "app://console/",
    "app://console/trouble",
    "https://console/dash/visits",
    "app://other/dash/visits",
  ])("is not stored for %s", async (address) => {
    const file = join(ownFolder(), "return.json");
    await open(file).keep(address);
    expect(existsSync(file)).toBe(false);
    expect(open(file).take()).toBeUndefined();
  });

  it("is ignored if the file was changed to another address", () => {
    const file = join(ownFolder(), "return.json");
    writeFileSync(file, JSON.stringify({ path: "/dash/../api/x", at: 1_000_000 }));
    expect(open(file).take()).toBeUndefined();
  });
});

describe("the single instance", () => {
  const start = (locks: boolean[], env: Record<string, string> = {}) => {
    const pauses: number[] = [];
    const isOnly = acquireSingleInstance({
      app: { requestSingleInstanceLock: () => locks.shift() ?? false },
      env,
      pause: (ms) => pauses.push(ms),
    });
    return { isOnly, waited: pauses.reduce((sum, ms) => sum + ms, 0) };
  };
  const updated = { APPIMAGE_SILENT_INSTALL: "true" };

  it("waits for the previous one only after an update", () => {
    expect(start([true])).toEqual({ isOnly: true, waited: 0 });
    expect(start([false, true])).toEqual({ isOnly: false, waited: 0 });
    expect(start([false, false, true], updated)).toEqual({ isOnly: true, waited: 500 });
    expect(start([], updated)).toEqual({ isOnly: false, waited: 15_000 });
  });
});
