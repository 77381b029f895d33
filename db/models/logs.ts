import { Model, type QueryBuilder } from "objection";
import type { AccountAction } from "#contract/people/host-user-access.ts";
import type { EventKind } from "#contract/privacy/events.ts";
import type { Role } from "#contract/roles.ts";
import { ApiKey } from "./api-key.ts";
import { belongsTo } from "./base-model.ts";
import { HostUser } from "./people/host-user.ts";

/** Relations to the user and the API key that acted. */
const actor = (table: string) => ({
  hostUser: belongsTo(HostUser, table, "hostUserId"),
  apiKey: belongsTo(ApiKey, table, "apiKeyId"),
});
const withActor = (query: QueryBuilder<Model>) =>
  query
    .withGraphFetched("[hostUser, apiKey]")
    .modifyGraph("hostUser", (people) => people.select("id", "name", "enName", "role"))
    .modifyGraph("apiKey", (keys) => keys.select("id", "name", "prefix"));

type LogActor = Pick<HostUser, "id" | "name" | "enName" | "role">;
type LogKey = Pick<ApiKey, "id" | "name" | "prefix">;

/** Accesses to personal data; append-only. */
export class AccessLog extends Model {
  static override tableName = "access_log";
  static override modifiers = { withActor };
  static override get relationMappings() {
    return actor("access_log");
  }
  declare id: number;
  declare at: Date;
  declare hostUserId: number;
  declare apiKeyId: number | null;
  declare address: string;
  declare action: string;
  declare reason: string;
  declare visitIds: number[];
  declare personHash: Buffer | null;
  /** With `withActor`; null once the account or key is deleted. */
  declare hostUser: LogActor | null;
  declare apiKey: LogKey | null;
}

/** A review of a month of the access log; append-only. */
export class AccessReview extends Model {
  static override tableName = "access_reviews";
  static override get relationMappings() {
    return { hostUser: belongsTo(HostUser, "access_reviews", "hostUserId") };
  }
  declare id: number;
  /** First day of the month, YYYY-MM-DD. */
  declare month: string;
  declare hostUserId: number;
  declare at: Date;
  declare note: string;
}

/** Changes of a user's access; append-only. */
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

/**
 * Actions, changes and refusals, with actor and client address; append-only. Within a call's transaction the database
 * fills in the caller, the address and the call.
 */
export class EventEntry extends Model {
  static override tableName = "events";
  static override get relationMappings() {
    return actor("events");
  }
  static override modifiers = {
    withActor,
    /** Actions of a user, and changes of their account. */
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
  /** Table of the record. */
  declare subject: string;
  declare subjectId: number | null;
  declare detail: string;
  declare before: Record<string, unknown> | null;
  declare after: Record<string, unknown> | null;
  /** With `withActor`; null without a signed-in user, and once the account or key is deleted. */
  declare hostUser: LogActor | null;
  declare apiKey: LogKey | null;
}

/** Result of comparing the sealed days of the event log with their hashes; append-only. */
export class EventCheck extends Model {
  static override tableName = "event_checks";
  declare id: number;
  declare at: Date;
  declare days: number;
  /** Days whose events changed after they were sealed, YYYY-MM-DD. */
  declare broken: string[];
}

/** Reports of the content security policy (CSP), counted by kind. */
export class BlockedContent extends Model {
  static override tableName = "blocked_content";
  static override idColumn = ["directive", "blocked", "page"];
  declare directive: string;
  /** An origin, or a keyword such as "inline". */
  declare blocked: string;
  /** Path of the page, without segments that may identify a person. */
  declare page: string;
  declare count: number;
  declare firstAt: Date;
  declare lastAt: Date;
}
