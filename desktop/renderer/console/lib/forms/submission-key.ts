/** One key a filled form: sent again after a lost answer it is the same submission, and the server takes it once. */

import { randomId } from "#browser/random-id.ts";
import { keepDraft, readDraft } from "../../stores/drafts.ts";
import { CallError } from "../api.ts";

/** @param name of the draft that the key is kept as; dropped once the form was taken, or refused */
export function submissionKey(name: string): string {
  const key = readDraft<string>(name) ?? randomId();
  keepDraft(name, key);
  return key;
}

/** Whether nothing was taken: what is sent next is another submission. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof CallError && error.kind === "refused" && error.status < 500;
