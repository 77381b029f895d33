import type { signageTypes } from "#contract/site/signage.ts";
import { BaseModel } from "./base-model.ts";

/** One of the things that the lobby's screens show. */
export class SignageContent extends BaseModel {
  static override tableName = "signage_contents";
  declare id: number;
  declare type: (typeof signageTypes)[number];
  declare title: string;
  declare text: string;
  declare enText: string;
  /** Name in the files' folder; null where it is a text. */
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
