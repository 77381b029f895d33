import { Model, type QueryBuilder } from "objection";

/** Failed attempts by the key of a login id (existing or not) and source. */
export class LoginAttempts extends Model {
  static override tableName = "login_attempts";
  static override idColumn = ["loginId", "source"];
  static override modifiers = {
    ofLoginId: (query: QueryBuilder<Model>, loginId: string) =>
      query.whereRaw("login_id = login_key(?)", [loginId]),
  };
  declare loginId: string;
  /** Keyed hash. */
  declare source: Buffer;
  declare wrong: number;
  declare blockedUntil: Date;
}

/** An earlier password of a user. */
export class PasswordHistory extends Model {
  static override tableName = "password_history";
  declare id: number;
  declare hostUserId: number;
  declare passwordHash: string;
  declare createdAt: Date;
}

/** Hands a browser's sign-in to the desktop app; deleted with the first attempt. */
export class AppCode extends Model {
  static override tableName = "app_codes";
  static override idColumn = "codeHash";
  declare codeHash: Buffer;
  /** Hash of the app's verifier. */
  declare challenge: Buffer;
  declare hostUserId: number;
  declare companyLoginId: number | null;
  /** End of the browser's session. */
  declare sessionExpiresAt: Date;
  declare expiresAt: Date;
}
