import type { Model, QueryBuilder } from "objection";
import { BaseModel } from "./base-model.ts";

/** Base of the records in options lists. */
export class ReferenceRecord extends BaseModel {
  static override modifiers = {
    ...BaseModel.modifiers,
    /** A name in either language matches a regular expression. */
    matching: (query: QueryBuilder<Model>, pattern: string) =>
      query.whereRaw("(search_text(name) ~ ? OR search_text(en_name) ~ ?)", [pattern, pattern]),
    /** A name in either language matches a LIKE pattern. */
    like: (query: QueryBuilder<Model>, pattern: string) =>
      query.whereRaw("(search_text(name) LIKE ? OR search_text(en_name) LIKE ?)", [pattern, pattern]),
  };
  declare id: number;
  declare name: string;
  declare enName: string;
  declare inUse: boolean;
  declare dispOrder: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

export type NamedRow = Pick<ReferenceRecord, "id" | "name" | "enName">;

/** A company that hosts belong to. */
export class Company extends ReferenceRecord {
  static override tableName = "companies";
}

/** A code: an accessible place (kind 9002) or a purpose (9003). */
export class UserCode extends ReferenceRecord {
  static override tableName = "user_codes";
  declare kind: number;
}
