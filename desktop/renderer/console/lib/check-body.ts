/** The contract's own rules asked before the server is: the same sentences, without the way there. */
import type * as z from "zod/mini";
import { type ErrorCode, fieldErrors, splitError } from "#contract/errors.ts";
import { translate } from "./language.ts";

/** A field error in the reader's language. */
export function errorText(code: ErrorCode): string {
  const { key, value } = splitError(code);
  return translate(`error.${key}`, value === undefined ? {} : { value });
}

/** Whether the server would take a body, as far as the contract goes. */
export const isSound = <Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): body is z.input<Schema> => schema.safeParse(body).success;

/** @returns sentences by field, as the server would answer them; undefined where the body is sound */
export function checkBody(schema: z.ZodMiniType, body: unknown): Record<string, string> | undefined {
  const result = schema.safeParse(body);
  if (result.success) return undefined;
  return Object.fromEntries(
    Object.entries(fieldErrors(result.error.issues)).map(([field, code]) => [field, errorText(code)]),
  );
}
