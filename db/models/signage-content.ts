import type { Model, QueryBuilder } from "objection";
import type { signageTypes } from "#contract/site/signage.ts";
import { BaseModel } from "./base-model.ts";

const isCurrent = "(in_use AND coalesce(starts_at <= ?, true) AND coalesce(ends_at > ?, true))";

/** An item of the lobby's screens. */
export class SignageContent extends BaseModel {
  static override tableName = "signage_contents";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** Items shown at a time. */
    current: (query: QueryBuilder<Model>, now: Date) => query.whereRaw(isCurrent, [now, now]),
    notCurrent: (query: QueryBuilder<Model>, now: Date) => query.whereRaw(`NOT ${isCurrent}`, [now, now]),
    /** Items with these files. */
    ofFiles: (query: QueryBuilder<Model>, names: readonly string[]) =>
      query.select("fileName").whereRaw("file_name = ANY(?::text[])", [[...names]]),
    /** Title or text matches a LIKE pattern. */
    holding: (query: QueryBuilder<Model>, pattern: string) =>
      query.where((one) => {
        for (const column of ["title", "text", "en_text"])
          one.orWhereRaw(`search_text(${column}) LIKE search_text(?)`, [pattern]);
      }),
  };
  declare id: number;
  declare type: (typeof signageTypes)[number];
  declare title: string;
  declare text: string;
  declare enText: string;
  /** Name in the storage of files; null for a text. */
  declare fileName: string | null;
  declare originalName: string | null;
  declare contentType: string | null;
  declare fileSize: number | null;
  declare width: number | null;
  declare height: number | null;
  declare dispOrder: number;
  declare seconds: number;
  declare startsAt: Date | null;
  declare endsAt: Date | null;
  declare inUse: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
}
