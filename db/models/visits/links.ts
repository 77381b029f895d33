import { Model } from "objection";

/** Lets a visitor see their own visit. */
export class VisitLink extends Model {
  static override tableName = "visit_links";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare visitId: number;
  declare createdAt: Date;
}

/** Lets a visitor agree at the desk; a visit has one at most. */
export class DeskLink extends Model {
  static override tableName = "desk_links";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare visitId: number;
  /** Who handed it over. */
  declare hostUserId: number;
  declare expiresAt: Date;
}

/** Lets a host decide on a request from its message. */
export class DecisionLink extends Model {
  static override tableName = "decision_links";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare visitId: number;
  /** Whom the message was for. */
  declare hostUserId: number;
  declare createdAt: Date;
  /** When the visit was decided, by this link or otherwise. */
  declare decidedAt: Date | null;
}

/** A code by SMS for a number; keyed hashes only. A number may have several in force. */
export class LookupCode extends Model {
  static override tableName = "lookup_codes";
  static override idColumn = ["numberHash", "codeHash"];
  declare numberHash: Buffer;
  declare codeHash: Buffer;
  declare expiresAt: Date;
}

/** Wrong tries of an address on the codes of a number; keyed hashes only. */
export class LookupCodeTries extends Model {
  static override tableName = "lookup_code_tries";
  static override idColumn = ["numberHash", "addressHash"];
  declare numberHash: Buffer;
  declare addressHash: Buffer;
  declare wrong: number;
  declare expiresAt: Date;
}
