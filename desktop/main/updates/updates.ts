import type { AppUpdater } from "electron-updater";
import { codeOf } from "#contract/thrown.ts";
import type { UpdateState } from "../../ipc.ts";
import { isSignedManifest } from "../../update-signature.ts";
import type { Log } from "../logging/log.ts";
import type { Policy } from "../policy/policy.ts";

const checkEveryMs = 4 * 60 * 60 * 1000;
/** The installation counts as failed if the app still runs after this time. */
const installTimeoutMs = 30_000;

/** The parts of electron-updater used here. */
export type Updater = Pick<
  AppUpdater,
  | "allowDowngrade"
  | "allowPrerelease"
  | "autoDownload"
  | "autoInstallOnAppQuit"
  | "channel"
  | "checkForUpdates"
  | "disableWebInstaller"
  | "isUpdateSupported"
  | "logger"
  | "on"
  | "quitAndInstall"
>;

interface Options {
  /** loads electron-updater lazily */
  readonly load: () => Promise<Updater>;
  readonly policy: Pick<Policy, "updates" | "updateChannel">;
  /** an unreadable policy may forbid updates, which cannot be undone */
  readonly isPolicyBroken: boolean;
  /** false for installations per machine and development builds */
  readonly isSelfUpdating: boolean;
  /** public key that signs the manifests; Windows and macOS also check the publisher's signature of the program */
  readonly releaseKey: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly onChange: (state: UpdateState) => void;
  /** setInterval */
  readonly repeat: (work: () => void, everyMs: number) => unknown;
  /** setTimeout */
  readonly later: (work: () => void, afterMs: number) => unknown;
  readonly log: Log;
}

export type Updates = ReturnType<typeof createUpdates>;

/**
 * Checks for updates at start-up and every few hours, downloads them in the background and installs them when the app
 * quits or `install` is called. Never downgrades, and downloads nothing that the release key has not signed.
 */
export function createUpdates(options: Options) {
  const { policy, log } = options;
  let state: UpdateState = firstState(options);
  let updater: Promise<Updater> | undefined;
  /** ends the current installation attempt */
  let giveUp: (() => void) | undefined;

  const setState = (next: UpdateState) => {
    state = next;
    options.onChange(next);
  };
  /** An update that is ready stays ready, whatever later checks return. */
  const setStateUnlessReady = (next: UpdateState) => {
    if (state.state !== "ready") setState(next);
  };

  async function load(): Promise<Updater> {
    const loaded = await options.load();
    loaded.autoDownload = true;
    loaded.autoInstallOnAppQuit = true;
    loaded.disableWebInstaller = true;
    loaded.logger = null;
    loaded.channel = policy.updateChannel ?? "latest";
    // after `channel`, whose setter enables both
    loaded.allowDowngrade = false;
    loaded.allowPrerelease = policy.updateChannel === "beta";
    const { isUpdateSupported } = loaded;
    loaded.isUpdateSupported = (manifest) => {
      if (options.releaseKey !== undefined && !isSignedManifest(manifest, options.releaseKey))
        throw Object.assign(new Error("The manifest is not signed by the release key."), {
          code: "ERR_UNSIGNED",
        });
      return isUpdateSupported(manifest);
    };
    loaded.on("update-not-available", () => setStateUnlessReady({ state: "current" }));
    loaded.on("update-available", ({ version }) =>
      setStateUnlessReady({ state: "fetching", version, percent: 0 }),
    );
    loaded.on("download-progress", ({ percent }) => {
      const whole = Math.floor(percent);
      if (state.state === "fetching" && state.percent !== whole) setState({ ...state, percent: whole });
    });
    loaded.on("update-downloaded", ({ version }) => {
      log("update-ready", { version });
      setState({ state: "ready", version });
    });
    // a proxy asks for a password; would otherwise wait forever
    loaded.on("login", (_proxy, answer) => (answer as () => void)());
    loaded.on("error", fail);
    return loaded;
  }

  function fail(error: Error): void {
    const code = codeOf(error) ?? error.name;
    // no release on this channel yet
    if (code === "ERR_UPDATER_CHANNEL_FILE_NOT_FOUND") {
      setStateUnlessReady({ state: "current" });
      return;
    }
    log("update-failed", { code, problem: error.message.split("\n", 1)[0] ?? "" });
    if (giveUp) giveUp();
    else setStateUnlessReady({ state: "failed" });
  }

  /**
   * Quits the app, installs the update and restarts.
   * @param isSilent hides the installer
   * @returns only if the installation failed
   */
  async function install(isSilent: boolean): Promise<void> {
    if (state.state !== "ready" || giveUp || !updater) return;
    const { version } = state;
    const loaded = await updater;
    log("update-installing", { version });
    await new Promise<void>((resolve) => {
      giveUp = () => {
        giveUp = undefined;
        setState({ state: "ready", version, isInstallFailed: true });
        resolve();
      };
      options.later(() => giveUp?.(), installTimeoutMs);
      loaded.quitAndInstall(isSilent, true);
    });
  }

  /** Checks now. Resolves when the result is known; a download may still be running. */
  async function check(): Promise<void> {
    if (state.state === "off" || state.state === "fetching") return;
    setStateUnlessReady({ state: "checking" });
    try {
      updater ??= load();
      const found = await (await updater).checkForUpdates();
      // download errors are handled by the "error" event
      found?.downloadPromise?.catch(() => {});
    } catch (error) {
      // errors with an event have been logged already
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

function firstState({ isSelfUpdating, isPolicyBroken, policy, releaseKey, platform }: Options): UpdateState {
  if (!isSelfUpdating) return { state: "off", reason: "installation" };
  if (isPolicyBroken || policy.updates === false) return { state: "off", reason: "policy" };
  if (platform === "linux" && releaseKey === undefined) return { state: "off", reason: "unsigned" };
  return { state: "checking" };
}
