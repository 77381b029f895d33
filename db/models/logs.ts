import { Model, type QueryBuilder } from "objection";
import type { AccountAction } from "#contract/people/host-user-access.ts";
import type { EventKind } from "#contract/privacy/events.ts";
import type { Role } from "#contract/roles.ts";
import { belongsTo } from "./base-model.ts";
import { HostUser } from "./people/host-user.ts";

/** Who read or unmasked whose data; rows are only added. */
export class AccessLog extends Model {
  static override tableName = "access_log";
  declare id: number;
  declare at: Date;
  declare hostUserId: number;
  declare apiKeyId: number | null;
  declare address: string;
  declare action: string;
  declare reason: string;
  declare visitIds: number[];
  declare personHash: Buffer | null;
}

/** A review of a month of the access log; rows are only added. */
export class AccessReview extends Model {
  static override tableName = "access_reviews";
  static override get relationMappings() {
    return { hostUser: belongsTo(HostUser, "access_reviews", "hostUserId") };
  }
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
  static override get relationMappings() {
    return { actor: belongsTo(HostUser, "account_logs", "actorId") };
  }
  declare id: number;
  declare at: Date;
  declare hostUserId: number;
  declare loginId: string;
  declare action: AccountAction;
  declare fromRole: Role | null;
  declare toRole: Role | null;
  declare actorId: number;
  declare address: string | null;
}

/** What was done, changed or refused, by whom and from where; rows are only added. */
export class EventEntry extends Model {
  static override tableName = "events";
  static override modifiers = {
    /** What somebody did, and what was done to their account. */
    ofPerson: (query: QueryBuilder<Model>, id: number) =>
      query.where((one) => one.where({ hostUserId: id }).orWhere({ subject: "host_users", subjectId: id })),
  };
  declare id: number;
  declare at: Date;
  declare kind: EventKind;
  declare hostUserId: number | null;
  declare apiKeyId: number | null;
  declare address: string;
  declare call: string;
  /** The table of the record it is about. */
  declare subject: string;
  declare subjectId: number | null;
  declare detail: string;
  declare before: Record<string, unknown> | null;
  declare after: Record<string, unknown> | null;
}
