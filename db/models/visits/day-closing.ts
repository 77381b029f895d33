import { Model } from "objection";

/** The report of a day that was closed: who was inside, and what was out. It is never changed; reopened, it is kept. */
export class DayClosing extends Model {
  static override tableName = "day_closings";
  declare id: number;
  /** YYYY-MM-DD, the site's calendar. */
  declare day: string;
  declare closedBy: number;
  declare closedAt: Date;
  /** Ids of visits. */
  declare inside: number[];
  /** Of those inside. */
  declare overnight: number[];
  declare passesOut: number[];
  declare carPassesOut: number[];
  declare reopenedBy: number | null;
  declare reopenedAt: Date | null;
  declare reopenReason: string | null;
}
