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

/** Who gave the right password, or comes from the company's provider, and still has to prove the second factor. */
export class PendingSignIn extends Model {
  static override tableName = "pending_sign_ins";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare hostUserId: number;
  declare expiresAt: Date;
  /** Of a company sign-in; null after a password. */
  declare companyLoginId: number | null;
}

/** A device's key that signs challenges in place of a code, or of the password and a code. */
export class Passkey extends Model {
  static override tableName = "passkeys";
  declare id: number;
  declare hostUserId: number;
  declare credentialId: Buffer;
  /** COSE. */
  declare publicKey: Buffer;
  /** How often it has signed, where the device counts. */
  declare counter: number;
  declare transports: readonly string[];
  declare name: string;
  /** Whether it signs in without the password. */
  declare signsIn: boolean;
  declare createdAt: Date;
  declare usedAt: Date | null;
}

/** What a passkey has to sign; deleted with the first answer. */
export class PasskeyChallenge extends Model {
  static override tableName = "passkey_challenges";
  static override idColumn = "challenge";
  declare challenge: Buffer;
  declare purpose: "add" | "step" | "signIn";
  declare hostUserId: number | null;
  declare expiresAt: Date;
}
