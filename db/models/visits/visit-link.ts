import { Model } from "objection";

/** Lets a visitor see their own visit. */
export class VisitLink extends Model {
  static override tableName = "visit_links";
  static override idColumn = "tokenHash";
  declare tokenHash: Buffer;
  declare visitId: number;
  declare createdAt: Date;
}
