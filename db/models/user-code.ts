import { ReferenceRecord } from "./reference-record.ts";

/** A code item: an accessible place (kind 9002) or a purpose (9003). */
export class UserCode extends ReferenceRecord {
  static override tableName = "user_codes";
  declare kind: number;
}
