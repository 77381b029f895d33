/** One's own preferences: kept by person, so that every device knows them. */
import { route } from "#api/http/route.ts";
import { defaultPreferences, getPreferences, savePreferences } from "#contract/people/preferences.ts";
import { Preferences } from "#db/models/people/preferences.ts";
import { readPreferences } from "#db/queries/preferences.ts";

export const preferenceRoutes = [
  route(
    getPreferences,
    async ({ deps: { db }, me }) => (await readPreferences(db, me.id)) ?? defaultPreferences,
  ),

  // All of them at once: of two devices the last one counts.
  route(savePreferences, async ({ deps: { db, clock }, me, body }) => {
    const {
      language = null,
      colourScheme,
      startScreen = null,
      tableDensity,
      openGroups = null,
      arrivalsShown,
      scanSound,
      messageChannel,
    } = body;
    const chosen = { language, colourScheme, startScreen, tableDensity };
    const preferences = { ...chosen, openGroups, arrivalsShown, scanSound, messageChannel };
    await Preferences.query(db)
      .insert({ hostUserId: me.id, ...preferences, updatedAt: clock() })
      .onConflict("hostUserId")
      .merge();
    return preferences;
  }),
];
