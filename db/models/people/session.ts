import { Model } from "objection";
import { belongsTo } from "../base-model.ts";
import { HostUser } from "./host-user.ts";

/** Somebody who is signed in on one device. */
export class Session extends Model {
  static override tableName = "sessions";
  static override get relationMappings() {
    return { hostUser: belongsTo(HostUser, "sessions", "hostUserId") };
  }
  declare id: number;
  declare tokenHash: Buffer;
  declare hostUserId: number;
  /** From where they signed in. */
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
