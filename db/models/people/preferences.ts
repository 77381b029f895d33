import { Model } from "objection";
import type { Preferences as Chosen } from "#contract/people/preferences.ts";

/** How somebody likes the console; without a row the defaults count. */
export class Preferences extends Model {
  static override tableName = "host_user_preferences";
  static override idColumn = "hostUserId";
  declare hostUserId: number;
  declare language: Chosen["language"];
  declare colourScheme: Chosen["colourScheme"];
  declare startScreen: Chosen["startScreen"];
  declare tableDensity: Chosen["tableDensity"];
  declare openGroups: Chosen["openGroups"];
  declare arrivalsShown: Chosen["arrivalsShown"];
  declare scanSound: Chosen["scanSound"];
  declare messageChannel: Chosen["messageChannel"];
  declare updatedAt: Date;
}
