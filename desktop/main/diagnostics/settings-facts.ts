import type { PolicyRead } from "../policy/policy.ts";
import type { SettingsFile } from "../storage/settings.ts";
import type { Report } from "./archive.ts";

/** Which settings and policies there are, without what would name a server. */
export function settingsFacts(
  settings: SettingsFile,
  { policy, isBroken }: PolicyRead,
): Pick<Report, "settings" | "policy"> {
  const { servers, current, language } = settings.value();
  return {
    settings: {
      language: language ?? "system",
      knownServers: servers.length,
      hasServer: current !== null,
      wereLost: settings.wasLost,
    },
    policy: { isBroken, keys: Object.keys(policy).sort() },
  };
}
