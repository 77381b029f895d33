import { CallError } from "./call.ts";
import type { TextKey } from "./language.ts";

/** The sentence that tells what went wrong with a load. */
export function failureText(error: unknown): TextKey {
  if (!(error instanceof CallError)) return "visitor.failure.crash";
  if (error.kind === "offline") return "visitor.failure.offline";
  return error.kind === "timeout" ? "visitor.failure.timeout" : "visitor.failure.server";
}
