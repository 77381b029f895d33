import { Model } from "objection";

/** Link by which a visitor sees their own visit. */
export class VisitLink extends Model {
  static override tableName = "visit_links";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare visitId: number;
  declare createdAt: Date;
}

/** Link by which a visitor agrees at the desk; at most one per visit. */
export class DeskLink extends Model {
  static override tableName = "desk_links";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare visitId: number;
  /** The user who created it. */
  declare hostUserId: number;
  /** Of the handed-over screen, which alone agrees by it; null for another device. */
  declare sessionId: number | null;
  declare expiresAt: Date;
}

/** Link in a message by which a host decides on a request. */
export class DecisionLink extends Model {
  static override tableName = "decision_links";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare visitId: number;
  /** The recipient of the message. */
  declare hostUserId: number;
  declare createdAt: Date;
  /** When the visit was decided, by this link or otherwise. */
  declare decidedAt: Date | null;
}

/** A code by SMS for a number; keyed hashes only. Several may be valid at once. */
export class LookupCode extends Model {
  static override tableName = "lookup_codes";
  static override idColumn = ["numberHash", "codeHash"];
  declare numberHash: Buffer;
  declare codeHash: Buffer;
  declare expiresAt: Date;
}

/** Failed attempts of an address on a number's codes; keyed hashes only. */
export class LookupCodeTries extends Model {
  static override tableName = "lookup_code_tries";
  static override idColumn = ["numberHash", "addressHash"];
  declare numberHash: Buffer;
  declare addressHash: Buffer;
  declare wrong: number;
  declare expiresAt: Date;
}
