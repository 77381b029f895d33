/** How whoever is signed in likes the console: read once after signing in, and kept by the server with every change. */

import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import {
  defaultPreferences,
  getPreferences,
  type Preferences,
  savePreferences,
} from "#contract/people/preferences.ts";
import { call } from "./api.ts";
import { applyLanguage, deviceLanguage } from "./language.ts";
import { queryClient } from "./query-client.ts";
import { sessionQuery } from "./session.ts";

const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: ({ signal }) => call(getPreferences, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function apply({ language, colourScheme }: Preferences): Promise<void> {
  applyColours(colourScheme);
  // who is signed in is read first: the app shell stays mounted while its texts change
  await queryClient.query({ ...sessionQuery(language ?? deviceLanguage()), staleTime: "static" });
  await applyLanguage(language);
}

/** Reads and applies them, once. Where they cannot be read everything is as usual. */
export async function loadPreferences(): Promise<Preferences> {
  const known = queryClient.getQueryData(preferencesQuery.queryKey);
  if (known) return known;
  const preferences = await queryClient.query(preferencesQuery).catch(() => undefined);
  if (!preferences) return defaultPreferences;
  await apply(preferences);
  return preferences;
}

/** After somebody has signed out: the device's own again. */
export function forgetPreferences(): void {
  applyColours("auto");
  void applyLanguage(null);
}

/** Only inside the app shell, which has read them. */
export const usePreferences = (): Preferences => useQuery(preferencesQuery).data ?? defaultPreferences;

/** Changes some of them: here at once, and on the server, one change after the other. */
export const useChangePreferences = () =>
  useMutation({
    scope: { id: "preferences" },
    mutationFn: async (change: Partial<Preferences>) => {
      const before = queryClient.getQueryData(preferencesQuery.queryKey) ?? defaultPreferences;
      const next = { ...before, ...change };
      await apply(next);
      queryClient.setQueryData(preferencesQuery.queryKey, next);
      await call(savePreferences, { body: next });
    },
  });

/**
 * Light or dark. Whoever signs in brings their own along; it holds for this window until they leave, so that it is
 * there at once when the page is loaded again. Before that the device decides.
 */
const storageKey = "visitor.console.colours";

let tell: ((scheme: MantineColorScheme) => void) | undefined;

export const colourSchemeManager: MantineColorSchemeManager = {
  get(usual) {
    const kept = sessionStorage.getItem(storageKey);
    return kept === "light" || kept === "dark" ? kept : usual;
  },
  set: (scheme) => sessionStorage.setItem(storageKey, scheme),
  subscribe(onUpdate) {
    tell = onUpdate;
  },
  unsubscribe() {
    tell = undefined;
  },
  clear: () => sessionStorage.removeItem(storageKey),
};

/** Paints everything in these colours. */
function applyColours(scheme: MantineColorScheme): void {
  colourSchemeManager.set(scheme);
  tell?.(scheme);
}

/** Room above and below the rows of a table, as somebody likes it. */
export const rowSpacing: Readonly<Record<Preferences["tableDensity"], string | number>> = {
  comfortable: "xs",
  compact: 2,
};
