import { Model } from "objection";
import type { Role } from "#contract/roles.ts";

/** Somebody who is visited, and who may sign in. */
export class HostUser extends Model {
  static override tableName = "host_users";
  declare id: number;
  declare loginId: string;
  declare passwordHash: string | null;
  declare name: string;
  declare enName: string;
  declare companyId: number;
  declare department: string;
  declare position: string;
  declare phone: string;
  declare cellPhone: string;
  declare email: string;
  declare role: Role;
  declare status: "active" | "resigned";
  declare lastSignInAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
