import { Model } from "objection";
import type { KeyPermission } from "#contract/permissions.ts";

/** A key by which another system calls. */
export class ApiKey extends Model {
  static override tableName = "api_keys";
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
