import { Model } from "objection";
import { belongsTo } from "../base-model.ts";
import { HostUser } from "../people/host-user.ts";

/** Report of a closed day: visitors inside and passes out. It never changes; a reopened one is kept. */
export class DayClosing extends Model {
  static override tableName = "day_closings";
  static override get relationMappings() {
    return {
      closer: belongsTo(HostUser, "day_closings", "closedBy"),
      reopener: belongsTo(HostUser, "day_closings", "reopenedBy"),
    };
  }
  declare id: number;
  /** YYYY-MM-DD by the site's calendar. */
  declare day: string;
  declare closedBy: number;
  declare closedAt: Date;
  /** Ids of visits. */
  declare inside: number[];
  /** Those of `inside` who stay overnight. */
  declare overnight: number[];
  declare passesOut: number[];
  declare carPassesOut: number[];
  declare reopenedBy: number | null;
  declare reopenedAt: Date | null;
  declare reopenReason: string | null;
}
