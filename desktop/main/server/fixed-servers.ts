import type { Policy } from "../policy/policy.ts";
import { type Settings, type SettingsFile, withServer } from "../storage/settings.ts";

/**
 * Applies the policy's servers to the settings: only these are available, and one is always selected. The user's own
 * list stays unchanged for when the policy is removed.
 */
export function fixServers(settings: SettingsFile, { servers: fixed }: Policy): SettingsFile {
  const [first] = fixed ?? [];
  if (!fixed || first === undefined) return settings;
  const view = (own: Settings): Settings => ({
    ...own,
    servers: fixed,
    current: own.current !== null && fixed.includes(own.current) ? own.current : first,
  });
  return {
    value: () => view(settings.value()),
    wasLost: settings.wasLost,
    change: (how) =>
      settings.change((own) => {
        const before = view(own);
        const next = how(before);
        // only an explicit choice is saved in the user's own list
        const chosen =
          next.current !== before.current ? fixed.find((server) => server === next.current) : undefined;
        const { servers, current } = chosen === undefined ? own : withServer(own, chosen);
        return { ...next, servers, current };
      }),
  };
}
