/** Read models of how somebody likes the console: preferences, and the views of lists. */

import type { Knex } from "knex";
import { raw } from "objection";
import type { ViewList } from "#contract/people/saved-views.ts";
import { Preferences, SavedView } from "../models/people/preferences.ts";

const columns = [
  "language",
  "colourScheme",
  "startScreen",
  "tableDensity",
  "openGroups",
  "arrivalsShown",
  "scanSound",
  "messageChannel",
] as const satisfies (keyof Preferences)[];

/** Undefined where nothing was ever chosen. */
export const readPreferences = async (
  db: Knex,
  hostUserId: number,
): Promise<Pick<Preferences, (typeof columns)[number]> | undefined> =>
  Preferences.query(db)
    .select(...columns)
    .findById(hostUserId);

export interface SavedViewRow
  extends Pick<SavedView, "id" | "list" | "hostUserId" | "name" | "state" | "shared"> {
  readonly isDefault: boolean;
}

/** Somebody's own views and those that everybody has, by name. @param which all of a list, or one */
export const savedViewRows = async (
  db: Knex,
  hostUserId: number,
  which: { readonly list?: ViewList; readonly id?: number },
): Promise<SavedViewRow[]> =>
  SavedView.query(db)
    .select(
      ...(["id", "list", "hostUserId", "name", "state", "shared"] as const),
      raw("EXISTS ?", SavedView.relatedQuery("defaultOf").select(raw("1")).where({ hostUserId })).as(
        "isDefault",
      ),
    )
    .where(which)
    .where((seen) => void seen.where({ hostUserId }).orWhere({ shared: true }))
    .orderBy(["name", "id"])
    .castTo<SavedViewRow[]>();
