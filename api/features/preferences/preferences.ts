/** One's own preferences: kept by person, so that every device knows them. */

import type { Knex } from "knex";
import type { Preferences } from "#contract/preferences.ts";

/** Keeps all of them at once; of two devices the last one counts. @param now when it was asked for */
export async function keepPreferences(
  db: Knex,
  hostUserId: number,
  { language, colourScheme, startScreen, tableDensity }: Preferences,
  now: Date,
): Promise<void> {
  await db.raw(
    `INSERT INTO host_user_preferences
       (host_user_id, language, colour_scheme, start_screen, table_density, updated_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (host_user_id) DO UPDATE SET language = excluded.language,
       colour_scheme = excluded.colour_scheme, start_screen = excluded.start_screen,
       table_density = excluded.table_density, updated_at = excluded.updated_at`,
    [hostUserId, language, colourScheme, startScreen, tableDensity, now],
  );
}
