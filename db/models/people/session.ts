import { Model, type QueryBuilder, raw } from "objection";
import { belongsTo } from "../base-model.ts";
import { HostUser } from "./host-user.ts";

/** A user's session on one device. */
export class Session extends Model {
  static override tableName = "sessions";
  static override modifiers = {
    /** Sessions of active users that are neither expired nor idle for too long; handed-over ones included. */
    inForce: (query: QueryBuilder<Model>, now: Date) =>
      query
        .joinRelated("hostUser")
        .where("hostUser.status", "active")
        .where("expiresAt", ">", now)
        .where(
          raw(`active_at + make_interval(mins =>
            (SELECT (c.idle_minutes ->> "host_user".role)::integer FROM configuration c))`),
          ">",
          now,
        ),
  };
  static override get relationMappings() {
    return { hostUser: belongsTo(HostUser, "sessions", "hostUserId") };
  }
  declare id: number;
  declare tokenHash: Buffer;
  declare hostUserId: number;
  /** Client address of the sign-in. */
  declare address: string;
  declare userAgent: string;
  declare createdAt: Date;
  declare activeAt: Date;
  declare expiresAt: Date;
  /** Set for a company sign-in; null after a password or passkey. */
  declare companyLoginId: number | null;
  /** Hash of the link for a handed-over screen: the session is suspended until the visitor agrees by it. */
  declare deskLink: Buffer | null;
}
