import { Model } from "objection";

/** A code by SMS for a number; keyed hashes only. */
export class LookupCode extends Model {
  static override tableName = "lookup_codes";
  static override idColumn = "numberHash";
  declare numberHash: Buffer;
  declare codeHash: Buffer;
  declare requests: number;
  declare wrong: number;
  declare expiresAt: Date;
}
