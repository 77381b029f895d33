import { Model } from "objection";

/** Whom a host names to decide for them, and when; or that they are away. */
export class Delegation extends Model {
  static override tableName = "delegations";
  declare id: number;
  declare hostUserId: number;
  declare startAt: Date;
  /** The first instant at which it is over. */
  declare endAt: Date;
  declare isAway: boolean;
  declare createdBy: number;
  declare createdAt: Date;
}

/** Somebody who stands in for the host of a delegation. */
export class DelegationDeputy extends Model {
  static override tableName = "delegation_deputies";
  static override idColumn = ["delegationId", "deputyId"];
  declare delegationId: number;
  declare deputyId: number;
}
