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

/** What most parts of the program ask for. */
export interface AppContext {
  readonly timing: Timing;
  readonly policy: PolicyRead;
  /** as the policy lets them be */
  readonly settings: SettingsFile;
  /** the chosen server's origin */
  readonly serverNow: () => string | undefined;
  readonly languageNow: () => Language;
  readonly log: Log;
}

const policyPlaces = {
  platform: process.platform,
  systemRoot: process.env.SystemRoot,
  // only there; it throws where the system knows no such account
  userName: process.platform === "darwin" ? userInfo().username : "",
  readFile,
  execFile: promisify(execFile),
  makeFolder: () => mkdtemp(join(tmpdir(), "visitor-desk-")),
  removeFolder: (folder: string) => rm(folder, { recursive: true, force: true }),
};

/** Reads the policy and the settings. */
export async function openContext(log: Log): Promise<AppContext> {
  const timing = readTiming(app.isPackaged, process.env);
  const policy = await readPolicy(policySources(policyPlaces), log);
  const settings = fixServers(
    openSettings(join(app.getPath("userData"), "settings.json"), log),
    policy.policy,
  );
  return {
    timing,
    policy,
    settings,
    serverNow: () => settings.value().current ?? undefined,
    languageNow: () => languageFor(settings.value().language, app.getPreferredSystemLanguages()),
    log,
  };
}
