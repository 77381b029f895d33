import { Model } from "objection";
import type { ViewList, ViewState } from "#contract/people/saved-views.ts";

/** A view of a list that somebody keeps, or that everybody has. */
export class SavedView extends Model {
  static override tableName = "saved_views";
  static override jsonAttributes = ["state"];
  declare id: number;
  declare hostUserId: number;
  declare list: ViewList;
  declare name: string;
  declare shared: boolean;
  declare state: ViewState;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** With which view a list opens for somebody. */
export class DefaultView extends Model {
  static override tableName = "default_views";
  static override idColumn = ["hostUserId", "list"];
  declare hostUserId: number;
  declare list: ViewList;
  declare savedViewId: number;
}
