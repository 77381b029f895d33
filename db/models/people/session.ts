import { Model, type QueryBuilder, raw } from "objection";
import { belongsTo } from "../base-model.ts";
import { HostUser } from "./host-user.ts";

/** A person who is signed in on one device. */
export class Session extends Model {
  static override tableName = "sessions";
  static override modifiers = {
    /** Neither expired nor idle for longer than the role's minutes, of an active person; handed over to a visitor or not. */
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
  /** Of the sign-in. */
  declare address: string;
  declare userAgent: string;
  declare createdAt: Date;
  declare activeAt: Date;
  declare expiresAt: Date;
  /** Of a company sign-in; null after a password or passkey. */
  declare companyLoginId: number | null;
  /** Hash of the link that a visitor got with the screen: the session is of no use until they agree by it. */
  declare deskLink: Buffer | null;
}
