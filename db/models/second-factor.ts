import { Model, type QueryBuilder } from "objection";

/** The secret of an authenticator app; at most one in force and one that is being set up a person. */
export class TotpSecret extends Model {
  static override tableName = "totp_secrets";
  static override modifiers = {
    inForce: (query: QueryBuilder<Model>, hostUserId: number) =>
      query.where({ hostUserId }).whereNotNull("confirmedAt"),
    beingSetUp: (query: QueryBuilder<Model>, hostUserId: number) =>
      query.where({ hostUserId }).whereNull("confirmedAt"),
  };
  declare id: number;
  declare hostUserId: number;
  declare secretCipher: Buffer;
  declare secretKey: string;
  /** The half minute of the last code that was taken. */
  declare lastStep: number;
  declare createdAt: Date;
  declare confirmedAt: Date | null;
}

/** What lets somebody in once without the app; a used one is deleted. */
export class RecoveryCode extends Model {
  static override tableName = "recovery_codes";
  static override idColumn = ["hostUserId", "codeHash"];
  declare hostUserId: number;
  declare codeHash: Buffer;
  /** The same for all of a person's. */
  declare salt: Buffer;
}

/** Where somebody signs in without the second factor for a while. */
export class RememberedDevice extends Model {
  static override tableName = "remembered_devices";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare hostUserId: number;
  declare expiresAt: Date;
}

/** Who gave the right password and still has to prove the second factor. */
export class PendingSignIn extends Model {
  static override tableName = "pending_sign_ins";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare hostUserId: number;
  declare expiresAt: Date;
}
