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
