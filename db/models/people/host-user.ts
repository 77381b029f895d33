import { Model, type QueryBuilder } from "objection";
import type { Role } from "#contract/roles.ts";
import { BaseModel, belongsTo } from "../base-model.ts";
import { Company } from "../reference-record.ts";
import { Invitation } from "./invitation.ts";

/** A person who is visited, and who may sign in. */
export class HostUser extends BaseModel {
  static override tableName = "host_users";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** Letter case of a login id does not count. */
    withLoginId: (query: QueryBuilder<Model>, loginId: string) =>
      query.whereRaw("lower(login_id) = lower(?)", [loginId]),
    /** A login id or a department fits a pattern of LIKE in lower case. */
    holding: (query: QueryBuilder<Model>, pattern: string) =>
      query.whereRaw("(lower(login_id) LIKE ? OR lower(department) LIKE ?)", [pattern, pattern]),
    /** A name in either language holds a text of at least two letters; `nameSearch` gives pairs and pattern. */
    named: (
      query: QueryBuilder<Model>,
      { pairs, pattern }: { readonly pairs: readonly string[]; readonly pattern: string },
    ) =>
      query.whereRaw(
        `search_pairs(name) || search_pairs(en_name) @> ?::text[]
          AND (search_text(name) ~ ? OR search_text(en_name) ~ ?)`,
        [[...pairs], pattern, pattern],
      ),
  };
  static override get relationMappings() {
    return {
      company: belongsTo(Company, "host_users", "companyId"),
      /** The one that was not used yet; a newer one takes its place. */
      invitation: {
        relation: Model.HasOneRelation,
        modelClass: Invitation,
        join: { from: "host_users.id", to: "invitations.hostUserId" },
      },
    };
  }
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
  /** There is nobody at the address, as a mail server said. */
  declare emailBouncedAt: Date | null;
  declare role: Role;
  declare status: "active" | "resigned";
  /** False: the public search leaves them out. */
  declare inPublicSearch: boolean;
  /** Whether the password is taken even where the role signs in by the company's provider only. */
  declare isPasswordKept: boolean;
  declare lastSignInAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
