import type { Model, QueryBuilder } from "objection";
import { BaseModel } from "./base-model.ts";

/** A privacy policy; at most one is applied. */
export class PrivacyPolicy extends BaseModel {
  static override tableName = "privacy_policies";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** A title fits a pattern of LIKE. */
    titled: (query: QueryBuilder<Model>, pattern: string) =>
      query.whereRaw("search_text(title) LIKE search_text(?)", [pattern]),
  };
  declare id: number;
  declare title: string;
  declare content: string;
  declare enContent: string;
  declare applied: boolean;
  declare appliedAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
