import type { passStatuses } from "#contract/visits/passes.ts";
import { BaseModel, belongsTo } from "../base-model.ts";
import { Visit } from "./visit.ts";

/** A pass for a visitor or a vehicle; one that is out references the visit that holds it. */
export class Pass extends BaseModel {
  static override tableName = "passes";
  static override get relationMappings() {
    return {
      /** The visit that holds it. */
      visit: belongsTo(Visit, "passes", "visitId"),
    };
  }
  declare id: number;
  declare vehicle: boolean;
  declare passNo: string;
  declare kind: string;
  declare status: (typeof passStatuses)[number];
  declare visitId: number | null;
  declare issuedAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
