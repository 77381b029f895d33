import { Model } from "objection";
import type { Preferences as Chosen } from "#contract/people/preferences.ts";
import type { ViewList, ViewState } from "#contract/people/saved-views.ts";

/** A user's preferences for the console; defaults apply without a row. */
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

/** A saved view of a list, of one user or shared. */
export class SavedView extends Model {
  static override tableName = "saved_views";
  static override jsonAttributes = ["state"];
  static override get relationMappings() {
    return {
      /** Users whose default view of the list it is. */
      defaultOf: {
        relation: Model.HasManyRelation,
        modelClass: DefaultView,
        join: { from: "saved_views.id", to: "default_views.savedViewId" },
      },
    };
  }
  declare id: number;
  declare hostUserId: number;
  declare list: ViewList;
  declare name: string;
  declare shared: boolean;
  declare state: ViewState;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A user's default view of a list. */
export class DefaultView extends Model {
  static override tableName = "default_views";
  static override idColumn = ["hostUserId", "list"];
  declare hostUserId: number;
  declare list: ViewList;
  declare savedViewId: number;
}
