import { Model } from "objection";

/** An account at the company's provider. */
export class CompanyIdentity extends Model {
  static override tableName = "company_identities";
  /** Values of an account that is not linked. */
  static readonly unlinked = { hostUserId: null, isByAdmin: false, isByPassword: false };
  declare id: number;
  declare issuer: string;
  /** The provider's permanent id of the account. */
  declare subject: string;
  /** Null until it is linked. */
  declare hostUserId: number | null;
  /** As the provider last sent it. */
  declare loginName: string;
  declare name: string;
  /** An administrator linked it. */
  declare isByAdmin: boolean;
  /** The user linked it, with their password or an invitation. */
  declare isByPassword: boolean;
  declare seenAt: Date;
}

/** A sign-in at the provider in progress; deleted with the first return. */
export class CompanySignIn extends Model {
  static override tableName = "company_sign_ins";
  static override idColumn = "stateHash";
  declare stateHash: Buffer;
  /** Hash of a cookie of that browser. */
  declare browserHash: Buffer;
  /** Path in the console to continue at, without "/dash". */
  declare back: string;
  /** User who links a company account, by a session or by an invitation; null for a sign-in. */
  declare hostUserId: number | null;
  declare sessionId: number | null;
  declare invitationHash: Buffer | null;
  declare expiresAt: Date;
}

/** A sign-in by the provider; deleting it ends its sessions. */
export class CompanyLogin extends Model {
  static override tableName = "company_logins";
  declare id: number;
  declare identityId: number;
  /** The provider's session id, if it sends one. */
  declare providerSession: string | null;
  /** The ID token, encrypted; needed for signing out at the provider. */
  declare secretCipher: Buffer;
  declare secretKey: string;
  /** Hash of the token for signing out at the provider, once the session here is over. */
  declare leaveHash: Buffer | null;
  declare expiresAt: Date;
}

/** A logout token that was used. */
export class CompanyLogout extends Model {
  static override tableName = "company_logouts";
  static override idColumn = "tokenId";
  declare tokenId: string;
  declare expiresAt: Date;
}
