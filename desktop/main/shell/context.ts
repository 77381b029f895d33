import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { app } from "electron";
import type { Language } from "../../ipc.ts";
import { languageFor } from "../language.ts";
import type { Log } from "../logging/log.ts";
import { type PolicyRead, readPolicy } from "../policy/policy.ts";
import { policySources } from "../policy/policy-sources.ts";
import { fixServers } from "../server/fixed-servers.ts";
import { openSettings, type SettingsFile } from "../storage/settings.ts";
import { readTiming, type Timing } from "../timing.ts";

/** Shared dependencies of the main process. */
export interface AppContext {
  readonly timing: Timing;
  readonly policy: PolicyRead;
  /** with the policy applied */
  readonly settings: SettingsFile;
  /** origin of the selected server */
  readonly currentServer: () => string | undefined;
  readonly currentLanguage: () => Language;
  readonly log: Log;
}

const policySystem = {
  platform: process.platform,
  systemRoot: process.env.SystemRoot,
  // macOS only: throws on systems without an entry for the account
  userName: process.platform === "darwin" ? userInfo().username : "",
  readFile,
  execFile: promisify(execFile),
  makeFolder: () => mkdtemp(join(tmpdir(), "visitor-desk-")),
  removeFolder: (folder: string) => rm(folder, { recursive: true, force: true }),
};

/** Reads the policy and the settings. */
export async function openContext(log: Log): Promise<AppContext> {
  const timing = readTiming(app.isPackaged, process.env);
  const policy = await readPolicy(policySources(policySystem), log);
  const settings = fixServers(
    openSettings(join(app.getPath("userData"), "settings.json"), log),
    policy.policy,
  );
  return {
    timing,
    policy,
    settings,
    currentServer: () => settings.value().current ?? undefined,
    currentLanguage: () => languageFor(settings.value().language, app.getPreferredSystemLanguages()),
    log,
  };
}
