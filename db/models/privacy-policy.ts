import { Model } from "objection";

/** A privacy policy; at most one is applied. */
export class PrivacyPolicy extends Model {
  static override tableName = "privacy_policies";
  declare id: number;
  declare title: string;
  declare content: string;
  declare enContent: string;
  declare applied: boolean;
  declare appliedAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
