import { Model, type QueryBuilder } from "objection";

/** Wrong tries of a login id, in lower case, whether or not somebody has it, by who tries. */
export class LoginAttempts extends Model {
  static override tableName = "login_attempts";
  static override idColumn = ["loginId", "source"];
  static override modifiers = {
    ofLoginId: (query: QueryBuilder<Model>, loginId: string) =>
      query.whereRaw("login_id = lower(?)", [loginId]),
  };
  declare loginId: string;
  /** Keyed hash. */
  declare source: Buffer;
  declare wrong: number;
  declare blockedUntil: Date;
}

/** A password that somebody had before. */
export class PasswordHistory extends Model {
  static override tableName = "password_history";
  declare id: number;
  declare hostUserId: number;
  declare passwordHash: string;
  declare createdAt: Date;
}

/** What a sign-in in the browser hands to the desktop app; deleted with the first try. */
export class AppCode extends Model {
  static override tableName = "app_codes";
  static override idColumn = "codeHash";
  declare codeHash: Buffer;
  /** The hash of what only the app knows. */
  declare challenge: Buffer;
  declare hostUserId: number;
  declare companyLoginId: number | null;
  /** When the browser's session would have been over. */
  declare sessionExpiresAt: Date;
  declare expiresAt: Date;
}
