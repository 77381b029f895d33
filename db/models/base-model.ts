import { Model, type QueryBuilder, type RelationMapping } from "objection";

/** What models have in common. */
export class BaseModel extends Model {
  static override modifiers = {
    /** Rows with these ids. The text of the statement is the same however many they are. */
    withIds: (query: QueryBuilder<Model>, ids: readonly number[]) =>
      query.whereRaw("id = ANY(?::integer[])", [[...ids]]),
  };
}

/** One row of another table that a column names by its id. */
export const belongsTo = (
  modelClass: typeof Model,
  table: string,
  column: string,
): RelationMapping<Model> => ({
  relation: Model.BelongsToOneRelation,
  modelClass,
  join: { from: `${table}.${column}`, to: `${modelClass.tableName}.id` },
});
