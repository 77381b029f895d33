import { Model } from "objection";

/** Who somebody is at the company's provider. */
export class CompanyIdentity extends Model {
  static override tableName = "company_identities";
  /** A link taken away. */
  static readonly nobodys = { hostUserId: null, isByAdmin: false, isByPassword: false };
  declare id: number;
  declare issuer: string;
  /** The provider's own name of the person, which never goes to somebody else. */
  declare subject: string;
  /** Null while an administrator has not said whose it is. */
  declare hostUserId: number | null;
  /** As the provider named them last. */
  declare loginName: string;
  declare name: string;
  /** Whether an administrator linked it. */
  declare isByAdmin: boolean;
  /** Whether the person linked it themselves, by the password of then. */
  declare isByPassword: boolean;
  declare seenAt: Date;
}

/** Who was sent to the provider; deleted with the first return. */
export class CompanySignIn extends Model {
  static override tableName = "company_sign_ins";
  static override idColumn = "stateHash";
  declare stateHash: Buffer;
  /** Of what only that browser has. */
  declare browserHash: Buffer;
  /** Where to go on in the console, without "/dash". */
  declare back: string;
  /** Who links their company account, and in which session; null where somebody signs in. */
  declare hostUserId: number | null;
  declare sessionId: number | null;
  declare expiresAt: Date;
}

/** A sign-in that the provider vouched for; with it go its sessions. */
export class CompanyLogin extends Model {
  static override tableName = "company_logins";
  declare id: number;
  declare identityId: number;
  /** The provider's name of its session, where it gives one. */
  declare providerSession: string | null;
  /** The ID token, sealed: signing out at the provider shows it. */
  declare secretCipher: Buffer;
  declare secretKey: string;
  /** Of what signs out at the provider, once the session here is over. */
  declare leaveHash: Buffer | null;
  declare expiresAt: Date;
}

/** A logout token that was taken. */
export class CompanyLogout extends Model {
  static override tableName = "company_logouts";
  static override idColumn = "tokenId";
  declare tokenId: string;
  declare expiresAt: Date;
}
