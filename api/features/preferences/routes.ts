/** The caller's own preferences: kept by person, so that every device knows them. */
import { route } from "#api/http/route.ts";
import { defaultPreferences, getPreferences, savePreferences } from "#contract/people/preferences.ts";
import { Preferences } from "#db/models/people/preferences.ts";

const columns = [
  ...(["language", "colourScheme", "startScreen", "tableDensity"] as const),
  ...(["openGroups", "arrivalsShown", "scanSound", "messageChannel"] as const),
];

export const preferenceRoutes = [
  route(getPreferences, async ({ deps: { db }, me }) => {
    const chosen = await Preferences.query(db)
      .select(...columns)
      .findById(me.id);
    return chosen ?? defaultPreferences;
  }),

  // All of them at once: of two devices the last write counts.
  route(savePreferences, async ({ deps: { db, clock }, me, body }) => {
    const { language = null, startScreen = null, openGroups = null, ...chosen } = body;
    const preferences = { ...chosen, language, startScreen, openGroups };
    await Preferences.query(db)
      .insert({ hostUserId: me.id, ...preferences, updatedAt: clock() })
      .onConflict("hostUserId")
      .merge();
    return preferences;
  }),
];
