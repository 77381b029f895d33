import { Model } from "objection";
import type { KeyPermission } from "#contract/permissions.ts";
import { belongsTo } from "./base-model.ts";
import { HostUser } from "./people/host-user.ts";

/** A key by which another system calls. */
export class ApiKey extends Model {
  static override tableName = "api_keys";
  static override get relationMappings() {
    return { creator: belongsTo(HostUser, "api_keys", "createdBy") };
  }
  declare id: number;
  declare name: string;
  /** Its first characters, for people to recognise it by. */
  declare prefix: string;
  declare hash: Buffer;
  declare permissions: KeyPermission[];
  declare createdBy: number;
  declare createdAt: Date;
  declare expiresAt: Date;
  declare lastUsedAt: Date | null;
  declare lastUsedAddress: string;
  declare revokedAt: Date | null;
}
