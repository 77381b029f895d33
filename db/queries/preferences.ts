/** Read models of how somebody likes the console: preferences, and the views of lists. */

import type { Knex } from "knex";
import type { Preferences } from "#contract/people/preferences.ts";
import type { ViewList, ViewState } from "#contract/people/saved-views.ts";

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

export interface SavedViewRow {
  readonly id: number;
  readonly list: ViewList;
  readonly hostUserId: number;
  readonly name: string;
  readonly state: ViewState;
  readonly shared: boolean;
  readonly isDefault: boolean;
}

interface Which {
  readonly list?: ViewList;
  readonly id?: number;
}

/** Somebody's own views and those that everybody has, by name. @param which all of a list, or one */
export async function savedViewRows(
  db: Knex,
  hostUserId: number,
  { list, id }: Which,
): Promise<SavedViewRow[]> {
  const { rows } = await db.raw<{ rows: SavedViewRow[] }>(
    `SELECT view.id, view.list, view.host_user_id AS "hostUserId", view.name, view.state, view.shared,
       chosen.saved_view_id IS NOT NULL AS "isDefault"
     FROM saved_views AS view
     LEFT JOIN default_views AS chosen ON chosen.saved_view_id = view.id AND chosen.host_user_id = :hostUserId
     WHERE (view.host_user_id = :hostUserId OR view.shared)
       AND (view.list = :list OR :list::text IS NULL) AND (view.id = :id OR :id::integer IS NULL)
     ORDER BY view.name, view.id`,
    { hostUserId, list: list ?? null, id: id ?? null },
  );
  return rows;
}
