/** Bodies whose fields are judged one by one, so that every bad one is named at once (decisions, "Wire"). */
import type * as z from "zod/mini";
import { type FieldErrors, fieldErrors } from "#contract/errors.ts";
import type { ApplicationReferences, NamedByApplication } from "#db/queries/visits/references.ts";

export interface ReadFields<T> {
  /** All of it; undefined where a field is bad. */
  readonly whole: T | undefined;
  /** What is sound, so that rules beyond the schema can be checked beside the errors of others. */
  readonly sound: Partial<T>;
  readonly errors: FieldErrors;
}

/** Reads a body field by field. */
export function readFields<S extends z.ZodMiniObject>(schema: S, body: unknown): ReadFields<z.output<S>> {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return { whole: result.data, sound: result.data as Partial<z.output<S>>, errors: {} };
  const errors = fieldErrors(result.error.issues);
  const bad = new Set(Object.keys(errors).map((field) => field.split(".", 1)[0]));
  const given = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const sound: Record<string, unknown> = {};
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    if (!bad.has(field)) sound[field] = (fieldSchema as z.ZodMiniType).safeParse(given[field]).data;
  }
  return { whole: undefined, sound: sound as Partial<z.output<S>>, errors };
}

/** What is wrong with the people and places that a visit names; what is not named is not judged. */
export function referenceErrors(named: NamedByApplication, found: ApplicationReferences): FieldErrors {
  const errors: FieldErrors = {};
  if (named.userCompany !== undefined && !found.companyInUse) errors.userCompany = "companyUnavailable";
  if (named.location !== undefined && !found.locationInUse) errors.location = "locationUnavailable";
  if (named.purpose !== undefined && !found.purposeInUse) errors.purpose = "purposeUnavailable";
  if (named.hostUser !== undefined) {
    if (found.hostStatus === null) errors.hostUser = "hostUnknown";
    else if (found.hostStatus === "resigned") errors.hostUser = "hostResigned";
    else if (named.userCompany !== undefined && found.hostCompany !== named.userCompany)
      errors.hostUser = "hostOutsideCompany";
  }
  return errors;
}
