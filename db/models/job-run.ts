import { Model } from "objection";

/** A scheduled job's last run; times are the database's. */
export class JobRun extends Model {
  static override tableName = "job_runs";
  static override idColumn = "name";
  declare name: string;
  /** Of each hour; null for every minute. */
  declare minute: number | null;
  declare addedAt: Date;
  /** When it was last due. */
  declare queuedAt: Date;
  /** When it last succeeded. */
  declare doneAt: Date | null;
}
