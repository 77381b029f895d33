import type { Model, QueryBuilder } from "objection";
import type { PausableJob } from "#contract/privacy/paused-jobs.ts";
import { BaseModel } from "./base-model.ts";

/** A job that stopped before an unusual amount; with `doneAt` it is over and kept as a record. */
export class PausedJob extends BaseModel {
  static override tableName = "paused_jobs";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** Jobs and messages are held after a restore. */
    held: (query: QueryBuilder<Model>) => query.where({ job: "restored", doneAt: null }),
  };
  declare id: number;
  declare job: PausableJob;
  /** Records to delete, out of `total`. */
  declare amount: number;
  declare total: number;
  /** YYYY-MM-DD, the last day by which the job chose records. */
  declare through: string;
  declare foundAt: Date;
  declare confirmedBy: number | null;
  declare confirmedAt: Date | null;
  declare doneAt: Date | null;
}
