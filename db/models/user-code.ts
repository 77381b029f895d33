import { Model } from "objection";

/** A code item: an accessible place (kind 9002) or a purpose (9003). */
export class UserCode extends Model {
  static override tableName = "user_codes";
  declare id: number;
  declare kind: number;
  declare name: string;
  declare enName: string;
  declare inUse: boolean;
  declare dispOrder: number;
}
