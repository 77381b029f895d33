import { BaseModel } from "./base-model.ts";

/** What lists to choose from are made of. */
export class ReferenceRecord extends BaseModel {
  declare id: number;
  declare name: string;
  declare enName: string;
  declare inUse: boolean;
  declare dispOrder: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A company of the site that hosts belong to. */
export class Company extends ReferenceRecord {
  static override tableName = "companies";
}

/** A code item: an accessible place (kind 9002) or a purpose (9003). */
export class UserCode extends ReferenceRecord {
  static override tableName = "user_codes";
  declare kind: number;
}
