import { Model, type QueryBuilder } from "objection";
import type { Role } from "#contract/roles.ts";
import { BaseModel, belongsTo } from "../base-model.ts";
import { Company } from "../reference-record.ts";
import { Invitation } from "./invitation.ts";

/** A user who receives visitors and may sign in. */
export class HostUser extends BaseModel {
  static override tableName = "host_users";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** Also in another spelling; see login_key() in the database. */
    withLoginId: (query: QueryBuilder<Model>, loginId: string) =>
      query.whereRaw("login_key(login_id) = login_key(?)", [loginId]),
    /** Login id or department matches a LIKE pattern, in lower case. */
    holding: (query: QueryBuilder<Model>, pattern: string) =>
      query.whereRaw("(lower(login_id) LIKE ? OR lower(department) LIKE ?)", [pattern, pattern]),
    /** No message reaches them by these channels. */
    unreachableBy: (query: QueryBuilder<Model>, by: { readonly sms: boolean; readonly email: boolean }) => {
      if (by.sms) query.where("hostUsers.cellPhone", "");
      if (by.email)
        query.where((each) => void each.where("hostUsers.email", "").orWhereNotNull("emailBouncedAt"));
    },
    /** A name in either language contains a text of at least two letters; `nameSearch` returns pairs and pattern. */
    named: (
      query: QueryBuilder<Model>,
      { pairs, pattern }: { readonly pairs: readonly string[]; readonly pattern: string },
    ) =>
      query.whereRaw(
        `search_pairs(host_users.name) || search_pairs(host_users.en_name) @> ?::text[]
          AND (search_text(host_users.name) ~ ? OR search_text(host_users.en_name) ~ ?)`,
        [[...pairs], pattern, pattern],
      ),
  };
  static override get relationMappings() {
    return {
      company: belongsTo(Company, "host_users", "companyId"),
      /** The unused invitation; a new one replaces it. */
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
  /** When mail to the address bounced. */
  declare emailBouncedAt: Date | null;
  declare role: Role;
  declare status: "active" | "resigned";
  /** False: hidden from the public host search. */
  declare inPublicSearch: boolean;
  /** Whether the password is accepted even where the role signs in by the company's provider only. */
  declare isPasswordKept: boolean;
  declare lastSignInAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
