/** One's own preferences: kept by person, so that every device knows them. */

import type { Knex } from "knex";
import type { Preferences } from "#contract/preferences.ts";
import { Preferences as Stored } from "#db/models/preferences.ts";

/** Keeps all of them at once; of two devices the last one counts. @param now when it was asked for */
export async function keepPreferences(
  db: Knex,
  hostUserId: number,
  { language, colourScheme, startScreen, tableDensity }: Preferences,
  now: Date,
): Promise<void> {
  await Stored.query(db)
    .insert({ hostUserId, language, colourScheme, startScreen, tableDensity, updatedAt: now })
    .onConflict("hostUserId")
    .merge();
}
