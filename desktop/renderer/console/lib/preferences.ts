/** The user's preferences: loaded once after sign-in and saved on every change. */

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
  // load the session first: the app shell stays mounted while its texts change
  await queryClient.query({ ...sessionQuery(language ?? deviceLanguage()), staleTime: "static" });
  await applyLanguage(language);
}

/** Loads and applies them once. Falls back to the defaults. */
export async function loadPreferences(): Promise<Preferences> {
  const known = queryClient.getQueryData(preferencesQuery.queryKey);
  if (known) return known;
  const preferences = await queryClient.query(preferencesQuery).catch(() => undefined);
  if (!preferences) return defaultPreferences;
  await apply(preferences);
  return preferences;
}

/** After sign-out: restores the device's settings. */
export function forgetPreferences(): void {
  applyColours("auto");
  void applyLanguage(null);
}

/** Use inside the app shell only, which loads the preferences. */
export const usePreferences = (): Preferences => useQuery(preferencesQuery).data ?? defaultPreferences;

/** Applies changes immediately and saves them one after another. */
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
 * Colour scheme: the user's, kept for this window until sign-out, so that a reload applies it at once. Before sign-in
 * the device decides.
 */
const storageKey = "visitor.console.colours";

let notify: ((scheme: MantineColorScheme) => void) | undefined;

export const colourSchemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const stored = sessionStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : fallback;
  },
  set: (scheme) => sessionStorage.setItem(storageKey, scheme),
  subscribe(onUpdate) {
    notify = onUpdate;
  },
  unsubscribe() {
    notify = undefined;
  },
  clear: () => sessionStorage.removeItem(storageKey),
};

/** Applies a colour scheme. */
function applyColours(scheme: MantineColorScheme): void {
  colourSchemeManager.set(scheme);
  notify?.(scheme);
}

/** Row density, a user preference. */
export const rowSpacing: Readonly<Record<Preferences["tableDensity"], string | number>> = {
  comfortable: "xs",
  compact: 2,
};
