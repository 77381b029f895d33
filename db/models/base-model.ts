import { Model, type QueryBuilder } from "objection";
import { unseen } from "../planner.ts";

/** What models have in common. */
export class BaseModel extends Model {
  static override modifiers = {
    /** Rows with these ids. The statement is the same however many they are, so it is planned only once. */
    withIds: (query: QueryBuilder<Model>, ids: readonly number[]) =>
      query.whereRaw(`id = ANY(${unseen("?", "integer[]")})`, [[...ids]]),
  };
}
