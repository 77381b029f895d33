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
