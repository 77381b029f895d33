import { Model, type QueryBuilder, type RelationMapping } from "objection";

/** Base of the models. */
export class BaseModel extends Model {
  static override modifiers = {
    /** Rows with these ids. The SQL text does not depend on their number. */
    withIds: (query: QueryBuilder<Model>, ids: readonly number[]) =>
      query.whereRaw("id = ANY(?::integer[])", [[...ids]]),
  };
}

/** Relation to the row of another table that a column references. */
export const belongsTo = (
  modelClass: typeof Model,
  table: string,
  column: string,
): RelationMapping<Model> => ({
  relation: Model.BelongsToOneRelation,
  modelClass,
  join: { from: `${table}.${column}`, to: `${modelClass.tableName}.id` },
});
