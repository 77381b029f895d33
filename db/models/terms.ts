import { Model, type QueryBuilder } from "objection";
import type { ContentType } from "#contract/texts/terms.ts";
import { BaseModel } from "./base-model.ts";

/** A version of terms; once deployed it never changes. */
export class TermsVersion extends Model {
  static override tableName = "terms_versions";
  declare id: number;
  declare termsId: number;
  declare version: number;
  declare body: string;
  declare enBody: string;
  declare deployedAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** Terms that visitors read, with their versions. */
export class Terms extends BaseModel {
  static override tableName = "terms";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** The title matches a LIKE pattern. */
    titled: (query: QueryBuilder<Model>, pattern: string) =>
      query.where((one) => {
        for (const column of ["terms.title", "terms.en_title"])
          one.orWhereRaw(`search_text(${column}) LIKE search_text(?)`, [pattern]);
      }),
  };
  static override get relationMappings() {
    return {
      deployedVersions: {
        relation: Model.HasManyRelation,
        modelClass: TermsVersion,
        filter: (query: QueryBuilder<Model>) => query.whereNotNull("deployedAt"),
        join: { from: "terms.id", to: "terms_versions.termsId" },
      },
    };
  }
  declare id: number;
  declare title: string;
  declare enTitle: string;
  declare contentType: ContentType;
  declare renderHtml: boolean;
  declare modalDisplay: boolean;
  declare requestAgree: boolean;
  declare bgColor: string;
  declare confirmMsg: string;
  declare enConfirmMsg: string;
  declare inUse: boolean;
  declare dispOrder: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A privacy policy; at most one is applied. */
export class PrivacyPolicy extends BaseModel {
  static override tableName = "privacy_policies";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** The title matches a LIKE pattern. */
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
