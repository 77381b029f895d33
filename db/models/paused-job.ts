import type { Model, QueryBuilder } from "objection";
import type { PausableJob } from "#contract/privacy/paused-jobs.ts";
import { BaseModel } from "./base-model.ts";

/** A job that stopped before an unusual amount; with `doneAt` it is over, and kept as a record. */
export class PausedJob extends BaseModel {
  static override tableName = "paused_jobs";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** Everything waits since a restore. */
    held: (query: QueryBuilder<Model>) => query.where({ job: "restored", doneAt: null }),
  };
  declare id: number;
  declare job: PausableJob;
  /** How much would go, of how much there is. */
  declare amount: number;
  declare total: number;
  /** YYYY-MM-DD by which the job chose what would go. */
  declare through: string;
  declare foundAt: Date;
  declare confirmedBy: number | null;
  declare confirmedAt: Date | null;
  declare doneAt: Date | null;
}
