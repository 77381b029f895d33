import { Model } from "objection";

/** A day on which the site differs from the calendar of public holidays. */
export class Holiday extends Model {
  static override tableName = "holidays";
  static override idColumn = "day";
  /** YYYY-MM-DD. */
  declare day: string;
  declare name: string;
  /** False: a public holiday on which people work. */
  declare isOff: boolean;
  declare updatedAt: Date;
}
