/** Validates input with the endpoint's schemas. */
import type * as z from "zod/mini";
import { invalid } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type FieldErrors, fieldErrors } from "#contract/errors.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { readFields } from "./read-fields.ts";
import type { RouteMiddleware } from "./request-context.ts";

/** Schema of a body, or a function of the configuration where the site's switches change the fields. */
export type FieldsSchema<S extends z.ZodMiniObject = z.ZodMiniObject> =
  | S
  | ((configuration: Configuration) => S);

/** Caches the schema per configuration, which is one object until it changes: zod compiles a schema on first use. */
function cachedByConfiguration(make: (configuration: Configuration) => z.ZodMiniObject): typeof make {
  const made = new WeakMap<Configuration, z.ZodMiniObject>();
  return (configuration) => {
    const schema = made.get(configuration) ?? make(configuration);
    made.set(configuration, schema);
    return schema;
  };
}

/**
 * Sets `state.input` to the parsed parameters, query and body, or answers 400 with the errors of all of them. An `id` in the
 * body has to be that of the path, its last parameter.
 * @param fields where given, the body is parsed field by field into `state.fields` instead, and the handler reports its
 *   errors together with those of its own rules
 */
export function readInput(
  endpoint: Pick<Endpoint, "path" | "params" | "query" | "body">,
  fields: FieldsSchema | undefined = undefined,
): RouteMiddleware {
  // The record that the call is about.
  const [record = ""] = endpoint.path.split(":").at(-1)?.split("/", 1) ?? [];
  const schemaFor = typeof fields === "function" ? cachedByConfiguration(fields) : fields;
  return async (ctx, next) => {
    const { state } = ctx;
    const errors: FieldErrors = Object.create(null);
    const parse = (schema: z.ZodMiniType | undefined, read: () => unknown): unknown => {
      if (!schema) return undefined;
      const result = schema.safeParse(read(), { reportInput: true });
      if (result.success) return result.data;
      Object.assign(errors, { ...fieldErrors(result.error.issues), ...errors });
      return undefined;
    };
    state.input = {
      params: parse(endpoint.params, () => ctx.params),
      query: parse(endpoint.query, () => ({ ...ctx.query })),
      body: fields || state.form ? undefined : parse(endpoint.body, () => state.body),
    };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const { params, body } = state.input as { params?: Record<string, unknown>; body?: { id?: unknown } };
    if (state.call?.subject) state.call.subjectId = typeof params?.id === "number" ? params.id : null;
    if (body?.id !== undefined && body.id !== params?.[record]) throw invalid({ id: "invalid" });
    const schema = typeof schemaFor === "function" ? schemaFor(await state.configuration()) : schemaFor;
    if (schema) state.fields = readFields(schema, state.body);
    await next();
  };
}
