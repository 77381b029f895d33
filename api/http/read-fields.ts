/** Validates bodies field by field, so that all invalid fields are reported at once. */
import type * as z from "zod/mini";
import { type FieldErrors, fieldErrors } from "#contract/errors.ts";

export interface ReadFields<T> {
  /** The body; undefined where a field is invalid. */
  readonly value: T | undefined;
  /** The valid fields, so that further rules can be checked even where others are invalid. */
  readonly validFields: Partial<T>;
  readonly errors: FieldErrors;
}

/** Parses a body field by field. */
export function readFields<S extends z.ZodMiniObject>(schema: S, body: unknown): ReadFields<z.output<S>> {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success)
    return { value: result.data, validFields: result.data as Partial<z.output<S>>, errors: {} };
  const errors = fieldErrors(result.error.issues);
  const bad = new Set(Object.keys(errors).map((field) => field.split(".", 1)[0]));
  const given = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const validFields: Record<string, unknown> = {};
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    if (!bad.has(field)) validFields[field] = (fieldSchema as z.ZodMiniType).safeParse(given[field]).data;
  }
  return { value: undefined, validFields: validFields as Partial<z.output<S>>, errors };
}
