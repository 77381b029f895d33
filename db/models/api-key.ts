import { Model } from "objection";
import type { KeyPermission } from "#contract/permissions.ts";
import { belongsTo } from "./base-model.ts";
import { HostUser } from "./people/host-user.ts";

/** An API key of another system. */
export class ApiKey extends Model {
  static override tableName = "api_keys";
  static override get relationMappings() {
    return { creator: belongsTo(HostUser, "api_keys", "createdBy") };
  }
  declare id: number;
  declare name: string;
  /** First characters of the key, which identify it in lists. */
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
