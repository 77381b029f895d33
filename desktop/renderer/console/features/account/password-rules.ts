/** What can be told of a new password before the server is asked; in the server's sentences. */
import type * as z from "zod/mini";
import { checkBody, errorText } from "../../lib/check-body.ts";

/** @returns a sentence for each bad field; empty where nothing is to be said */
export function passwordRefusals(
  schema: z.ZodMiniType,
  body: { readonly newPassword: string; readonly confirmPassword: string },
): Record<string, string> {
  const refusals = checkBody(schema, body) ?? {};
  if (!refusals.confirmPassword && body.newPassword !== body.confirmPassword)
    refusals.confirmPassword = errorText("passwordsDiffer");
  return refusals;
}
