import { Model } from "objection";

/** The customer's logo in a language. */
export class Logo extends Model {
  static override tableName = "logos";
  static override idColumn = "lang";
  declare lang: "ko" | "en";
  declare contentType: string;
  declare content: Buffer;
  declare updatedAt: Date;
}
