/** One's own preferences. */

import { keepPreferences } from "#api/features/preferences/preferences.ts";
import { route } from "#api/http/bind-route.ts";
import { getPreferences, savePreferences, usualPreferences } from "#contract/preferences.ts";
import { readPreferences } from "#db/queries/preferences.ts";

export const preferenceRoutes = [
  route(
    getPreferences,
    async ({ deps: { db }, me }) => (await readPreferences(db, me.id)) ?? usualPreferences,
  ),

  route(savePreferences, async ({ deps: { db, clock }, me, body }) => {
    const { language = null, colourScheme, startScreen = null, tableDensity } = body;
    const preferences = { language, colourScheme, startScreen, tableDensity };
    await keepPreferences(db, me.id, preferences, clock());
    return preferences;
  }),
];
