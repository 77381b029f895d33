/** The caller's preferences, stored with the account, so that every device has them. */
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

  // Replaces all preferences: the last write wins.
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
