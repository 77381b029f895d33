import { Model, type QueryBuilder } from "objection";

/** Secret of an authenticator app; per user at most one in force and one that is being set up. */
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
  /** Time step of the last accepted code. */
  declare lastStep: number;
  declare createdAt: Date;
  declare confirmedAt: Date | null;
}

/** A recovery code; deleted when used. */
export class RecoveryCode extends Model {
  static override tableName = "recovery_codes";
  static override idColumn = ["hostUserId", "codeHash"];
  declare hostUserId: number;
  declare codeHash: Buffer;
  /** Shared by all codes of a user. */
  declare salt: Buffer;
}

/** A device that skips the second factor for a while. */
export class RememberedDevice extends Model {
  static override tableName = "remembered_devices";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare hostUserId: number;
  declare expiresAt: Date;
}

/** A sign-in, by password or the company's provider, that still needs the second factor. */
export class PendingSignIn extends Model {
  static override tableName = "pending_sign_ins";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare hostUserId: number;
  declare expiresAt: Date;
  /** Set for a company sign-in; null after a password. */
  declare companyLoginId: number | null;
}

/** Public key of an authenticator that replaces a code, or password and code. */
export class Passkey extends Model {
  static override tableName = "passkeys";
  declare id: number;
  declare hostUserId: number;
  declare credentialId: Buffer;
  /** In COSE format. */
  declare publicKey: Buffer;
  /** Signature counter, if the authenticator has one. */
  declare counter: number;
  declare transports: readonly string[];
  declare name: string;
  /** Whether it signs in without the password. */
  declare signsIn: boolean;
  declare createdAt: Date;
  declare usedAt: Date | null;
}

/** Challenge for a passkey; deleted with the first answer. */
export class PasskeyChallenge extends Model {
  static override tableName = "passkey_challenges";
  static override idColumn = "challenge";
  declare challenge: Buffer;
  declare purpose: "add" | "step" | "signIn";
  declare hostUserId: number | null;
  declare expiresAt: Date;
}
