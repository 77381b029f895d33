import { Model, type QueryBuilder } from "objection";
import { belongsTo } from "../base-model.ts";
import { HostUser } from "./host-user.ts";

/** A period in which a host has deputies, is away, or both. */
export class Delegation extends Model {
  static override tableName = "delegations";
  static override modifiers = {
    inForce: (query: QueryBuilder<Model>, at: Date) =>
      query.where("startAt", "<=", at).where("endAt", ">", at),
  };
  static override get relationMappings() {
    return {
      host: belongsTo(HostUser, "delegations", "hostUserId"),
      creator: belongsTo(HostUser, "delegations", "createdBy"),
      deputies: {
        relation: Model.HasManyRelation,
        modelClass: DelegationDeputy,
        join: { from: "delegations.id", to: "delegation_deputies.delegationId" },
      },
    };
  }
  declare id: number;
  declare hostUserId: number;
  declare startAt: Date;
  /** Exclusive. */
  declare endAt: Date;
  declare isAway: boolean;
  declare createdBy: number;
  declare createdAt: Date;
}

/** A deputy of the host of a delegation. */
export class DelegationDeputy extends Model {
  static override tableName = "delegation_deputies";
  static override idColumn = ["delegationId", "deputyId"];
  static override get relationMappings() {
    return {
      delegation: belongsTo(Delegation, "delegation_deputies", "delegationId"),
      deputy: belongsTo(HostUser, "delegation_deputies", "deputyId"),
    };
  }
  declare delegationId: number;
  declare deputyId: number;
}
