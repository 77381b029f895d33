import { Model } from "objection";

/** Lets somebody choose a password; one a person. */
export class Invitation extends Model {
  static override tableName = "invitations";
  static override idColumn = "hostUserId";
  declare hostUserId: number;
  declare tokenHash: Buffer;
  declare createdAt: Date;
  declare expiresAt: Date;
}

/** An administrator asks for a link that a second one has to confirm; one a person. */
export class ResetRequest extends Model {
  static override tableName = "reset_requests";
  static override idColumn = "hostUserId";
  declare hostUserId: number;
  declare requestedBy: number;
  declare expiresAt: Date;
}

/** The same for a reset of somebody's second factor. */
export class FactorResetRequest extends Model {
  static override tableName = "factor_reset_requests";
  static override idColumn = "hostUserId";
  declare hostUserId: number;
  declare requestedBy: number;
  declare expiresAt: Date;
}
