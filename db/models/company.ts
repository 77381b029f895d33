import { ReferenceRecord } from "./reference-record.ts";

/** A company of the site that hosts belong to. */
export class Company extends ReferenceRecord {
  static override tableName = "companies";
}
