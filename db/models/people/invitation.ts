import { Model } from "objection";

/** Lets a user choose a password; one per user. */
export class Invitation extends Model {
  static override tableName = "invitations";
  static override idColumn = "hostUserId";
  declare hostUserId: number;
  declare tokenHash: Buffer;
  declare createdAt: Date;
  declare expiresAt: Date;
}

/** An administrator's request for a link that a second one has to confirm; one per user. */
export class ResetRequest extends Model {
  static override tableName = "reset_requests";
  static override idColumn = "hostUserId";
  declare hostUserId: number;
  declare requestedBy: number;
  declare expiresAt: Date;
}

/** Such a request for a reset of a second factor. */
export class FactorResetRequest extends ResetRequest {
  static override tableName = "factor_reset_requests";
}
