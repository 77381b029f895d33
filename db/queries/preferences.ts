/** Read model of somebody's preferences. */

import type { Knex } from "knex";
import type { Preferences } from "#contract/people/preferences.ts";

/** Undefined where nothing was ever chosen. */
export async function readPreferences(db: Knex, hostUserId: number): Promise<Preferences | undefined> {
  const { rows } = await db.raw<{ rows: Preferences[] }>(
    `SELECT language, colour_scheme AS "colourScheme", start_screen AS "startScreen",
       table_density AS "tableDensity", open_groups AS "openGroups",
       arrivals_shown AS "arrivalsShown", scan_sound AS "scanSound", message_channel AS "messageChannel"
     FROM host_user_preferences WHERE host_user_id = ?`,
    [hostUserId],
  );
  return rows[0];
}
