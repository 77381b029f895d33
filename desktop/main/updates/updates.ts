import type { AppUpdater } from "electron-updater";
import { codeOf } from "#contract/thrown.ts";
import type { UpdateState } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import type { Policy } from "../policy/policy.ts";

const checkEveryMs = 4 * 60 * 60 * 1000;
/** An installer that has not ended the program by then will not. */
const installPatienceMs = 30_000;

/** What is used of electron-updater. */
export type Updater = Pick<
  AppUpdater,
  | "allowDowngrade"
  | "allowPrerelease"
  | "autoDownload"
  | "autoInstallOnAppQuit"
  | "channel"
  | "checkForUpdates"
  | "disableWebInstaller"
  | "logger"
  | "on"
  | "quitAndInstall"
>;

interface Options {
  /** loads electron-updater, which is only done where it is used */
  readonly load: () => Promise<Updater>;
  readonly policy: Pick<Policy, "updates" | "updateChannel">;
  /** a policy that cannot be read may be one that says no: what was installed cannot be taken back */
  readonly isPolicyBroken: boolean;
  /** false for what was installed per machine or is only being tried out */
  readonly isSelfUpdating: boolean;
  readonly changed: (state: UpdateState) => void;
  /** calls again and again, as setInterval does */
  readonly repeat: (work: () => void, everyMs: number) => unknown;
  /** calls once, as setTimeout does */
  readonly later: (work: () => void, afterMs: number) => unknown;
  readonly log: Log;
}

export type Updates = ReturnType<typeof createUpdates>;

/**
 * Looks for a newer version at the start and every few hours, fetches it in the background and leaves it to be installed
 * when the program is closed, or when `install` is called. It never goes back to an older one.
 */
export function createUpdates(options: Options) {
  const { policy, log } = options;
  let state: UpdateState = firstState(options);
  let updater: Promise<Updater> | undefined;
  /** ends the attempt to install that is under way */
  let giveUp: (() => void) | undefined;

  const say = (next: UpdateState) => {
    state = next;
    options.changed(next);
  };
  /** What is ready to be installed stays so, whatever the next question brings. */
  const reportUnlessReady = (next: UpdateState) => {
    if (state.state !== "ready") say(next);
  };

  async function load(): Promise<Updater> {
    const loaded = await options.load();
    loaded.autoDownload = true;
    loaded.autoInstallOnAppQuit = true;
    loaded.disableWebInstaller = true;
    loaded.logger = null;
    loaded.channel = policy.updateChannel ?? "latest";
    // after the channel, which allows both by itself
    loaded.allowDowngrade = false;
    loaded.allowPrerelease = policy.updateChannel === "beta";
    loaded.on("update-not-available", () => reportUnlessReady({ state: "current" }));
    loaded.on("update-available", ({ version }) =>
      reportUnlessReady({ state: "fetching", version, percent: 0 }),
    );
    loaded.on("download-progress", ({ percent }) => {
      const whole = Math.floor(percent);
      if (state.state === "fetching" && state.percent !== whole) say({ ...state, percent: whole });
    });
    loaded.on("update-downloaded", ({ version }) => {
      log("update-ready", { version });
      say({ state: "ready", version });
    });
    // a proxy asks for a password; without an answer it would wait for ever
    loaded.on("login", (_proxy, answer) => (answer as () => void)());
    loaded.on("error", fail);
    return loaded;
  }

  function fail(error: Error): void {
    const code = codeOf(error) ?? error.name;
    // nothing was ever released there
    if (code === "ERR_UPDATER_CHANNEL_FILE_NOT_FOUND") {
      reportUnlessReady({ state: "current" });
      return;
    }
    log("update-failed", { code, problem: error.message.split("\n", 1)[0] ?? "" });
    if (giveUp) giveUp();
    else reportUnlessReady({ state: "failed" });
  }

  /**
   * Ends the program, installs what is ready and starts it again.
   * @param isSilent shows nothing of the installer
   * @returns when it did not come to that: the program goes on
   */
  async function install(isSilent: boolean): Promise<void> {
    if (state.state !== "ready" || giveUp || !updater) return;
    const { version } = state;
    const loaded = await updater;
    log("update-installing", { version });
    await new Promise<void>((resolve) => {
      giveUp = () => {
        giveUp = undefined;
        say({ state: "ready", version, isInstallFailed: true });
        resolve();
      };
      options.later(() => giveUp?.(), installPatienceMs);
      loaded.quitAndInstall(isSilent, true);
    });
  }

  /** Asks now. Resolves when it is known whether there is something newer, which may then still be on its way. */
  async function check(): Promise<void> {
    if (state.state === "off" || state.state === "fetching") return;
    reportUnlessReady({ state: "checking" });
    try {
      updater ??= load();
      const found = await (await updater).checkForUpdates();
      // a download that fails says so through its event; here it would end as an error that nobody took up
      found?.downloadPromise?.catch(() => {});
    } catch (error) {
      // what it says of its own accord came through its event, too; nothing is logged twice
      if (state.state === "checking") fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function start(): void {
    if (state.state === "off") {
      log("updates-off", { reason: state.reason });
      return;
    }
    options.repeat(() => void check(), checkEveryMs);
    void check();
  }

  return { read: () => state, check, start, install };
}

function firstState({ isSelfUpdating, isPolicyBroken, policy }: Options): UpdateState {
  if (!isSelfUpdating) return { state: "off", reason: "installation" };
  if (isPolicyBroken || policy.updates === false) return { state: "off", reason: "policy" };
  return { state: "checking" };
}
