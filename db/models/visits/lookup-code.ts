import { Model } from "objection";

/** A code by SMS for a number; keyed hashes only. A number may have several in force. */
export class LookupCode extends Model {
  static override tableName = "lookup_codes";
  static override idColumn = ["numberHash", "codeHash"];
  declare numberHash: Buffer;
  declare codeHash: Buffer;
  declare expiresAt: Date;
}

/** Who was wrong about the codes of a number how often; keyed hashes only. */
export class LookupCodeTries extends Model {
  static override tableName = "lookup_code_tries";
  static override idColumn = ["numberHash", "addressHash"];
  declare numberHash: Buffer;
  declare addressHash: Buffer;
  declare wrong: number;
  declare expiresAt: Date;
}
