import type { Policy } from "../policy/policy.ts";
import { type Settings, type SettingsFile, withServer } from "../storage/settings.ts";

/**
 * The settings as the policy lets them be: where IT fixed the servers there are no others, and one of them is always
 * chosen. A person's own list is kept untouched for the day on which the policy is gone.
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
        // only who chooses among several leaves a trace in the person's own list
        const chosen =
          next.current !== before.current ? fixed.find((server) => server === next.current) : undefined;
        const { servers, current } = chosen === undefined ? own : withServer(own, chosen);
        return { ...next, servers, current };
      }),
  };
}
