import { Model } from "objection";

/** A submission with an idempotency key, and its answer. */
export class IdempotencyKey extends Model {
  static override tableName = "idempotency_keys";
  static override idColumn = ["endpoint", "key"];
  declare endpoint: string;
  declare key: string;
  declare bodyHash: Buffer;
  declare createdAt: Date;
  /** Null until the work is complete. */
  declare answer: object | null;
}
