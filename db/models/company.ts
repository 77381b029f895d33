import { Model } from "objection";

/** A company of the site that hosts belong to. */
export class Company extends Model {
  static override tableName = "companies";
  declare id: number;
  declare name: string;
  declare enName: string;
  declare inUse: boolean;
  declare dispOrder: number;
}
