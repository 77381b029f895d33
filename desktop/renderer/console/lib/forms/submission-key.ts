/** Idempotency key of a form: a retry after a lost response is the same submission. */

import { randomId } from "#browser/random-id.ts";
import { readDraft, saveDraft } from "../../stores/drafts.ts";
import { CallError } from "../api.ts";

/** @param name of the draft that stores the key; dropped once the form was accepted or refused */
export function submissionKey(name: string): string {
  const key = readDraft<string>(name) ?? randomId();
  saveDraft(name, key);
  return key;
}

/** Whether the server refused the submission, so that the next one needs a new key. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof CallError && error.kind === "refused" && error.status < 500;
