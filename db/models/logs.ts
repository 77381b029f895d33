import { Model } from "objection";
import type { AccountAction } from "#contract/people/host-user-access.ts";
import type { Role } from "#contract/roles.ts";

/** Who read or unmasked whose data; rows are only added. */
export class AccessLog extends Model {
  static override tableName = "access_log";
  declare id: number;
  declare at: Date;
  declare hostUserId: number;
  declare address: string;
  declare action: string;
  declare reason: string;
  declare visitIds: readonly number[];
  declare personHash: Buffer | null;
}

/** A review of a month of the access log; rows are only added. */
export class AccessReview extends Model {
  static override tableName = "access_reviews";
  declare id: number;
  /** The month's first day, YYYY-MM-DD. */
  declare month: string;
  declare hostUserId: number;
  declare at: Date;
  declare note: string;
}

/** Who gave, changed or took whose access; rows are only added. */
export class AccountLog extends Model {
  static override tableName = "account_logs";
  declare id: number;
  declare at: Date;
  declare hostUserId: number;
  declare loginId: string;
  declare action: AccountAction;
  declare fromRole: Role | null;
  declare toRole: Role | null;
  declare actorId: number;
}
